/** Receipts of an invented log, the same on every run. */

import { type BlockchainProof, ED_DSA, encodeReceipt, encodeReceiptHeader, signedBytes } from '@sello/proof';
import { makeSample, SAMPLE_ORIGIN, sampleSigner } from './sample-proof.ts';

export type ReceiptOptions = {
  leaves?: number;
  index?: number;
  scheme?: 'SELLO-LEAF-v1' | 'SELLO-LEAF-v2';
  seed?: number;
  issuer?: string;
  document?: BlockchainProof['document'];
};

export type SampleReceipt = {
  bytes: Uint8Array;
  vkey: string;
  header: Uint8Array;
  parts: Parameters<typeof encodeReceipt>[0];
  root: Uint8Array;
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
};

/** A receipt for `hola\n`, leaf 2 of 7 by default. */
export async function makeReceipt(options: ReceiptOptions = {}): Promise<SampleReceipt> {
  const { leaves = 7, index = 2, scheme = 'SELLO-LEAF-v2', seed = 7, issuer = SAMPLE_ORIGIN } = options;
  const { document } = options;
  const { proof } = await makeSample({
    leaves,
    index,
    scheme,
    anchors: () => [],
    status: 'pending',
    ...(document && { document }),
  });
  const { vkey, sign } = await sampleSigner(seed);
  const header = encodeReceiptHeader(issuer, Buffer.from(vkey.split('+')[1] ?? '', 'hex'), ED_DSA);
  const { root, steps } = proof.checkpoint.path;
  const { fileSha256, tokenSha256 } = proof.document;
  if (fileSha256 === undefined) throw new Error('Receipts name a document by its SHA-256');
  const parts = {
    protectedBytes: header,
    leafIndex: index,
    treeSize: leaves,
    path: steps.map(({ hash }) => hash),
    signature: await sign(signedBytes(header, root)),
    leaf: { fileSha256, tokenSha256, salt: proof.leaf.salt, scheme },
  };
  return { bytes: encodeReceipt(parts), vkey, header, parts, root, sign: async (bytes) => sign(bytes) };
}
