/** The evidence bundle: all proofs of one certificate, and how to check them with third-party tools. */

import { encodeUtf8, parseUtf8 } from '../encoding/bytes.ts';
import { decodePem, encodePem } from '../encoding/pem.ts';
import { readZip, writeZip } from '../encoding/zip.ts';
import { ProofError } from '../proof-error.ts';
import { lastingFiles, NOTHING_LASTING, readLasting } from './bundle-lasting.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import { bundleReadme } from './bundle-readme.ts';
import type { Lasting } from './lasting.ts';

export type BundleContent = {
  manifest: BundleManifest;
  tsr: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  /** The blockchain proof, once there is one. */
  xml?: Uint8Array;
  /** What makes it last longer than the keys of the provider. */
  lasting?: Lasting;
};

const NAMES = {
  readme: 'README.txt',
  manifest: 'manifest.json',
  hash: 'file.sha256',
  tsr: 'timestamp.tsr',
  chain: 'chain.pem',
  xml: 'blockchain-proof.xml',
} as const;

/** Deterministic: the same content always gives the same bytes. */
export function writeBundle(content: BundleContent): Uint8Array {
  const { manifest, tsr, chain, xml, lasting = NOTHING_LASTING } = content;
  const pem = chain.map((der) => encodePem('CERTIFICATE', der)).join('');
  return writeZip([
    { name: NAMES.readme, content: encodeUtf8(bundleReadme(manifest, tsr, lasting)) },
    {
      name: NAMES.manifest,
      content: encodeUtf8(`${JSON.stringify({ bundle: 'sello-evidence-v1', ...manifest }, null, 2)}\n`),
    },
    // The format of `sha256sum -c`. The name must stay on one line, or the rest would be read as another file.
    { name: NAMES.hash, content: encodeUtf8(`${manifest.file.sha256}  ${lastLineOf(manifest.file.name)}\n`) },
    { name: NAMES.tsr, content: tsr },
    { name: NAMES.chain, content: encodeUtf8(pem) },
    ...(xml === undefined ? [] : [{ name: NAMES.xml, content: xml }]),
    ...lastingFiles(lasting),
  ]);
}

/** The proofs in a bundle. The manifest is ignored: nothing protects it. */
export function readBundle(zip: Uint8Array): {
  tsr: Uint8Array;
  chain: Uint8Array[];
  xml: Uint8Array | undefined;
  lasting: Lasting;
} {
  const contents = new Map(readZip(zip).map(({ name, content }) => [name, content]));
  const tsr = contents.get(NAMES.tsr);
  const chain = parseUtf8(contents.get(NAMES.chain) ?? new Uint8Array(0));
  if (tsr === undefined || chain === undefined) {
    throw new ProofError('bundle_malformed', `the archive holds no ${NAMES.tsr} with its ${NAMES.chain}`);
  }
  const lasting = readLasting(contents);
  return { tsr, chain: decodePem('CERTIFICATE', chain), xml: contents.get(NAMES.xml), lasting };
}

function lastLineOf(name: string): string {
  return name.split(/[\r\n]/).pop() ?? name;
}
