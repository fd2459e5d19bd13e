/**
 * The trie under a block's transactionsRoot: each key is the RLP of a transaction's index, and its value the raw
 * transaction (Yellow Paper, appendix D). The trie is built from a whole block, and verified with the nodes of one
 * path.
 */

import { keccak256 } from '../crypto/keccak.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { decodeRlp, encodeNumber, encodeRlp, type RlpItem } from '../encoding/rlp.ts';
import { ProofError } from '../proof-error.ts';

export type TransactionsTrie = {
  root: Uint8Array;
  /** The nodes from the root down to the transaction. */
  prove(index: number): readonly Uint8Array[];
};

/** `transactions`: all raw transactions of the block, in order. */
export function buildTransactionsTrie(transactions: readonly Uint8Array[]): TransactionsTrie {
  const entries = transactions.map((value, index) => ({ nibbles: keyOf(index), value }));
  const root: TrieNode = entries.length === 0 ? EMPTY_NODE : buildNode(entries, 0);
  return {
    root: keccak256(root.encoding),
    prove(index) {
      if (transactions[index] === undefined) {
        throw new ProofError('invalid_argument', `the block has no transaction ${index}`);
      }
      return collectPath(root, keyOf(index));
    },
  };
}

/** The raw transaction that the nodes prove under `root`; undefined if they prove none. */
export function findProvenTransaction(
  root: Uint8Array,
  index: number,
  nodes: readonly Uint8Array[],
): Uint8Array | undefined {
  const [first, ...rest] = nodes;
  if (first === undefined || !equalBytes(keccak256(first), root)) return undefined;
  try {
    return descend(decodeRlp(first), keyOf(index), rest);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

type TrieEntry = { nibbles: readonly number[]; value: Uint8Array };

type TrieNode = {
  item: RlpItem;
  encoding: Uint8Array;
  /** Nibbles that the node itself consumes from the key. */
  prefix: readonly number[];
  children: ReadonlyMap<number, TrieNode>;
};

const EMPTY_NODE: TrieNode = {
  item: new Uint8Array(0),
  encoding: encodeRlp(new Uint8Array(0)),
  prefix: [],
  children: new Map(),
};

function keyOf(index: number): number[] {
  const key = encodeRlp(encodeNumber(index));
  return Array.from(key).flatMap((byte) => [byte >> 4, byte & 15]);
}

/** No key is a prefix of another (RLP of numbers is prefix-free), so branches hold no values. */
function buildNode(entries: readonly TrieEntry[], depth: number): TrieNode {
  const [first, ...others] = entries;
  if (first === undefined) return EMPTY_NODE;
  if (others.length === 0) {
    return seal([packNibbles(first.nibbles.slice(depth), true), first.value], [], new Map());
  }
  const shared = sharedDepth(first, others, depth);
  const branch = buildBranch(entries, shared);
  if (shared === depth) return branch;
  const prefix = first.nibbles.slice(depth, shared);
  return seal([packNibbles(prefix, false), referenceTo(branch)], prefix, new Map([[-1, branch]]));
}

function buildBranch(entries: readonly TrieEntry[], depth: number): TrieNode {
  const children = new Map<number, TrieNode>();
  for (const [nibble, group] of Map.groupBy(entries, ({ nibbles }) => nibbles[depth] ?? 0)) {
    children.set(nibble, buildNode(group, depth + 1));
  }
  const slots = Array.from({ length: 16 }, (_, nibble) => {
    const child = children.get(nibble);
    return child === undefined ? new Uint8Array(0) : referenceTo(child);
  });
  return seal([...slots, new Uint8Array(0)], [], children);
}

function seal(item: RlpItem, prefix: readonly number[], children: ReadonlyMap<number, TrieNode>): TrieNode {
  return { item, encoding: encodeRlp(item), prefix, children };
}

/** A node shorter than a hash is embedded in its parent. */
function referenceTo(node: TrieNode): RlpItem {
  return node.encoding.length < 32 ? node.item : keccak256(node.encoding);
}

function sharedDepth(first: TrieEntry, others: readonly TrieEntry[], depth: number): number {
  let shared = depth;
  while (others.every(({ nibbles }) => nibbles[shared] === first.nibbles[shared])) shared += 1;
  return shared;
}

function collectPath(root: TrieNode, nibbles: readonly number[]): Uint8Array[] {
  const nodes: Uint8Array[] = [];
  let node: TrieNode | undefined = root;
  let rest = nibbles;
  while (node !== undefined) {
    if (node === root || node.encoding.length >= 32) nodes.push(node.encoding);
    rest = rest.slice(node.prefix.length);
    const behindExtension: TrieNode | undefined = node.children.get(-1);
    node = behindExtension ?? node.children.get(rest[0] ?? -1);
    if (behindExtension === undefined) rest = rest.slice(1);
  }
  return nodes;
}

/** All of `nodes` must be used: an unused node could contain anything. */
function descend(
  node: RlpItem,
  nibbles: readonly number[],
  nodes: readonly Uint8Array[],
): Uint8Array | undefined {
  if (node instanceof Uint8Array) return undefined;
  if (node.length === 17) {
    const [nibble, ...rest] = nibbles;
    // A key that ends at a branch has no transaction: no key is a prefix of another.
    return nibble === undefined ? undefined : follow(node[nibble], rest, nodes);
  }
  const [packed, target] = node;
  const path = node.length === 2 && packed instanceof Uint8Array ? unpackNibbles(packed) : undefined;
  if (path === undefined || !startsWith(nibbles, path.nibbles)) return undefined;
  const rest = nibbles.slice(path.nibbles.length);
  if (!path.isLeaf) return path.nibbles.length === 0 ? undefined : follow(target, rest, nodes);
  const isEnd = rest.length === 0 && nodes.length === 0 && target instanceof Uint8Array;
  return isEnd ? target : undefined;
}

function follow(
  reference: RlpItem | undefined,
  nibbles: readonly number[],
  nodes: readonly Uint8Array[],
): Uint8Array | undefined {
  if (reference === undefined) return undefined;
  if (!(reference instanceof Uint8Array)) return descend(reference, nibbles, nodes);
  const [next, ...rest] = nodes;
  if (next === undefined || !equalBytes(keccak256(next), reference)) return undefined;
  return descend(decodeRlp(next), nibbles, rest);
}

/**
 * Hex-prefix encoding (Yellow Paper, appendix C): the first nibble says whether the node is a leaf or an extension, and
 * whether its path is odd or even.
 */
function packNibbles(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0;
  const whole = nibbles.length % 2 === 0 ? [flag, 0, ...nibbles] : [flag + 1, ...nibbles];
  return Uint8Array.from({ length: whole.length / 2 }, (_, i) => {
    return ((whole[2 * i] ?? 0) << 4) | (whole[2 * i + 1] ?? 0);
  });
}

function unpackNibbles(packed: Uint8Array): { nibbles: number[]; isLeaf: boolean } | undefined {
  const [flag, ...rest] = Array.from(packed).flatMap((byte) => [byte >> 4, byte & 15]);
  if (flag === undefined || flag > 3) return undefined;
  const isOdd = flag % 2 === 1;
  if (!isOdd && rest[0] !== 0) return undefined;
  return { nibbles: isOdd ? rest : rest.slice(1), isLeaf: flag >= 2 };
}

function startsWith(nibbles: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((nibble, i) => nibble === nibbles[i]);
}
