/**
 * OriginStamp's Merkle proofs, a format that other services issue too: nested `node`, `left` and `right` elements,
 * where the value of each is the SHA-256 of the two values below it, concatenated as hexadecimal text. Such a file
 * names no transaction and no block, so the best verdict is "consistent".
 */

import { type CheckOutcome, fail, failedBy, pass, skip } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, encodeUtf8 } from '../encoding/bytes.ts';
import { malformed } from '../encoding/xml-fields.ts';
import { readXml, type XmlElement } from '../encoding/xml-reader.ts';
import { ProofError } from '../proof-error.ts';

type OriginStampCheckName = 'structure' | 'document_digest' | 'merkle_tree' | 'on_chain';

export type OriginStampCheck = CheckOutcome<OriginStampCheckName>;

export type OriginStampVerdict = {
  verdict: 'consistent' | 'inconsistent';
  /** Every check, always in the same order. */
  checks: readonly OriginStampCheck[];
  /** Root of the tree, in hexadecimal; the service uses it as a Bitcoin private key. */
  root: string | undefined;
  /** The SHA-256 that was stamped, in hexadecimal. */
  sha256: string | undefined;
};

/** Whether this looks like such a proof, valid or not. Never throws. */
export function isOriginStampXml(xml: Uint8Array): boolean {
  try {
    return readTree(xml).name === 'node';
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

/** Rejects only if this code has a bug. */
export async function verifyOriginStampXml(
  engine: CryptoEngine,
  xml: Uint8Array,
  expected: { fileSha256?: Uint8Array } = {},
): Promise<OriginStampVerdict> {
  try {
    const nodes = listNodes(readNode(readTree(xml), 'node', ['key']));
    const sha256 = findLeaf(nodes);
    return judge(
      [
        pass('structure', 'one tree with one stamped hash'),
        checkDigest(sha256, expected.fileSha256),
        await checkTree(engine, nodes),
      ],
      nodes[0]?.value,
      sha256,
    );
  } catch (error) {
    return judge([failedBy('structure', error)], undefined, undefined);
  }
}

/** Trees of real proofs have about twenty levels. */
const LIMITS = { maxBytes: 256 * 1024, maxDepth: 96, maxElements: 512 };

type TreeNode = { value: string; type: string; children: readonly TreeNode[] };

function readTree(xml: Uint8Array): XmlElement {
  return readXml(xml, LIMITS);
}

function readNode(element: XmlElement, name: string, types: readonly string[]): TreeNode {
  const value = element.attributes.get('value') ?? '';
  const type = element.attributes.get('type') ?? '';
  const isKnown = element.name === name && element.attributes.size === 2 && element.text === '';
  if (!isKnown || !types.includes(type) || !/^[0-9a-f]{64}$/.test(value)) {
    throw malformed('an element is not one of a Merkle tree');
  }
  const [left, right, third] = element.children;
  if (left === undefined) return { value, type, children: [] };
  if (right === undefined || third !== undefined) throw malformed('a node has two children or none');
  if (type === 'hash') throw malformed('the stamped hash has something below it');
  const below = ['mesh', 'hash'];
  return { value, type, children: [readNode(left, 'left', below), readNode(right, 'right', below)] };
}

/** The node and all its descendants, itself first. */
function listNodes(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(listNodes)];
}

/** There must be exactly one stamped hash: with two, two readers could pick different ones. */
function findLeaf(nodes: readonly TreeNode[]): string {
  const [leaf, second] = nodes.filter(({ type }) => type === 'hash');
  if (leaf === undefined || second !== undefined) throw malformed('there must be exactly one stamped hash');
  return leaf.value;
}

function checkDigest(sha256: string, expected: Uint8Array | undefined): OriginStampCheck {
  if (expected === undefined) return skip('document_digest', 'no document was given to compare with');
  return encodeHex(expected) === sha256
    ? pass('document_digest', "the stamped hash is this document's SHA-256")
    : fail('document_digest', `the digest does not match: the proof is for ${sha256}`);
}

async function checkTree(engine: CryptoEngine, nodes: readonly TreeNode[]): Promise<OriginStampCheck> {
  for (const { value, children } of nodes) {
    if (children.length === 0) continue;
    const text = children.map((child) => child.value).join('');
    const actual = encodeHex(await engine.digest('SHA-256', encodeUtf8(text)));
    if (actual !== value) return fail('merkle_tree', `the node ${value} is not the hash of the two below it`);
  }
  return pass('merkle_tree', `the hash leads to the root ${nodes[0]?.value ?? ''}`);
}

const ORDER: readonly OriginStampCheckName[] = ['structure', 'document_digest', 'merkle_tree', 'on_chain'];

function judge(
  done: readonly OriginStampCheck[],
  root: string | undefined,
  sha256: string | undefined,
): OriginStampVerdict {
  const notAsked = skip(
    'on_chain',
    'the file names no transaction or block; look up the address of its root',
  );
  const checks = ORDER.map((name) => {
    const found = [...done, notAsked].find((entry) => entry.name === name);
    return found ?? skip(name, 'not reached');
  });
  const isBroken = checks.some(({ outcome }) => outcome === 'fail');
  return { verdict: isBroken ? 'inconsistent' : 'consistent', checks, root, sha256 };
}
