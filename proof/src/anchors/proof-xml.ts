/**
 * Writes a blockchain proof as XML, deterministically: fixed attribute order, two spaces of indentation, line
 * feeds, lower-case hexadecimal.
 */

import { encodeBase64, encodeHex, encodeUtf8 } from '../encoding/bytes.ts';
import { stampedDigest } from '../log/leaf.ts';
import {
  type Anchor,
  type BlockchainProof,
  type BlockReference,
  CHECKPOINT_FORMAT,
  DIGEST_URIS,
  type EthereumAnchor,
  LONG_PROOF_NAMESPACE,
  type MerklePath,
  type OpenTimestampsAnchor,
  PATH_ALGORITHM,
  PROOF_NAMESPACE,
  SHA256_URI,
  SHARED_PROOF_NAMESPACE,
} from './blockchain-proof.ts';
import { decodeProofXml } from './proof-xml-read.ts';

/** Throws if our own reader would refuse the result, so that no unreadable proof is ever issued. */
export function encodeProofXml(proof: BlockchainProof): Uint8Array {
  const { certificate, document, leaf, checkpoint } = proof;
  const form = formOf(proof);
  const root = element('BlockchainProof', { ...form, status: proof.status }, [
    element('Certificate', { id: certificate.id, issuer: certificate.issuer }),
    element('Document', {}, [
      element(
        'Digest',
        { algorithm: DIGEST_URIS[stampedDigest(document).algorithm] },
        encodeHex(stampedDigest(document).value),
      ),
      element('TimeStampToken', { algorithm: SHA256_URI }, encodeHex(document.tokenSha256)),
    ]),
    element('Leaf', { scheme: leaf.scheme }, [
      element('Salt', {}, encodeHex(leaf.salt)),
      element('Hash', {}, encodeHex(leaf.hash)),
    ]),
    element('Checkpoint', { format: CHECKPOINT_FORMAT }, [
      pathElement(checkpoint.path),
      element('Note', {}, encodeBase64(encodeUtf8(checkpoint.note))),
    ]),
    ...proof.anchors.map(anchorElement),
  ]);
  const xml = encodeUtf8(['<?xml version="1.0" encoding="UTF-8"?>', ...root, ''].join('\n'));
  decodeProofXml(xml);
  return xml;
}

function formOf({ isShared, document }: BlockchainProof): { xmlns: string; version: string } {
  if (document.fileDigest !== undefined) return { xmlns: LONG_PROOF_NAMESPACE, version: '3' };
  return isShared
    ? { xmlns: SHARED_PROOF_NAMESPACE, version: '2' }
    : { xmlns: PROOF_NAMESPACE, version: '1' };
}

/** `2026-03-01T12:00:00Z`. */
export function formatBlockTime(timeSeconds: number): string {
  return new Date(timeSeconds * 1000).toISOString().replace('.000Z', 'Z');
}

function anchorElement(anchor: Anchor): Lines {
  const { network, trust, status, finality } = anchor;
  const claims = { network, trust, status, finality };
  return anchor.kind === 'ethereum'
    ? element('Anchor', { ...claims, headerRule: headerRuleOf(anchor) }, ethereumParts(anchor))
    : element('Anchor', { ...claims, headerRule: 'bitcoin' }, openTimestampsParts(anchor));
}

function headerRuleOf({ inclusion }: EthereumAnchor): string {
  return inclusion.type === 'mpt' ? 'ethereum' : 'none';
}

function ethereumParts({ path, transaction, inclusion, block }: EthereumAnchor): Lines[] {
  const { hash, index, raw, commitmentOffset } = transaction;
  return [
    pathElement(path),
    element('Transaction', { hash: encodeHex(hash), index: String(index) }, [
      element('Raw', {}, encodeHex(raw)),
      element('Commitment', { offset: String(commitmentOffset) }),
    ]),
    inclusion.type === 'mpt'
      ? element(
          'Inclusion',
          { type: 'mpt' },
          inclusion.nodes.map((node) => element('Node', {}, encodeHex(node))),
        )
      : element('Inclusion', { type: 'none', reason: inclusion.reason }),
    blockElement(block, inclusion.type === 'mpt' ? inclusion.header : undefined),
  ];
}

function openTimestampsParts({ path, ots, block, header }: OpenTimestampsAnchor): Lines[] {
  return [pathElement(path), element('OpenTimestamps', {}, encodeBase64(ots)), blockElement(block, header)];
}

function pathElement({ leafIndex, treeSize, steps, root }: MerklePath): Lines {
  const attributes = {
    algorithm: PATH_ALGORITHM,
    leafIndex: String(leafIndex),
    treeSize: String(treeSize),
  };
  return element('MerkleProof', attributes, [
    ...steps.map(({ side, hash }) => element('Step', { side }, encodeHex(hash))),
    element('Root', {}, encodeHex(root)),
  ]);
}

function blockElement({ hash, number, timeSeconds }: BlockReference, header: Uint8Array | undefined): Lines {
  const attributes = {
    hash: encodeHex(hash),
    number: String(number),
    time: formatBlockTime(timeSeconds),
  };
  return element('Block', attributes, header && [element('Header', {}, encodeHex(header))]);
}

type Lines = readonly string[];

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content?: string | readonly Lines[],
): Lines {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  const start = `<${name}${pairs.join('')}`;
  if (content === undefined) return [`${start}/>`];
  if (typeof content === 'string') return [`${start}>${escapeText(content)}</${name}>`];
  return [`${start}>`, ...content.flat().map((line) => `  ${line}`), `</${name}>`];
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
