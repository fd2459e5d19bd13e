import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import {
  type Anchor,
  type BlockchainProof,
  type EthereumAnchor,
  type MerklePath,
  type OpenTimestampsAnchor,
  toMerklePath,
} from '../../proof/src/anchors/blockchain-proof.ts';
import { encodeCommitment } from '../../proof/src/anchors/ethereum.ts';
import { buildTransactionsTrie } from '../../proof/src/anchors/merkle-patricia.ts';
import { encodeOtsFile, type OtsTree } from '../../proof/src/anchors/ots.ts';
import { keccak256 } from '../../proof/src/crypto/keccak.ts';
import { concatBytes, encodeUtf8 } from '../../proof/src/encoding/bytes.ts';
import { encodeNumber, encodeRlp, type RlpItem } from '../../proof/src/encoding/rlp.ts';
import { signCheckpointBy } from '../../proof/src/log/checkpoint.ts';
import { type LeafScheme, leafHash } from '../../proof/src/log/leaf.ts';
import {
  appendLeaves,
  createHashChildren,
  EMPTY_FRONTIER,
  foldNodes,
  type NodeRun,
  planInclusion,
  resolveProof,
} from '../../proof/src/log/merkle-log.ts';
import { encodeNoteKey } from '../../proof/src/log/note-keys.ts';
import type { NoteSigner } from '../../proof/src/log/signed-note.ts';
import { nodeEngine } from './node-engine.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha256', bytes, 'buffer'));
const sha512 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha512', bytes, 'buffer'));
export const hashChildren = createHashChildren(sha256);

export const SAMPLE_ORIGIN = 'sello.example/log';

export type Sample = { proof: BlockchainProof; vkey: string };

type SampleOptions = {
  leaves?: number;
  index?: number;
  transactions?: number;
  anchors?: (log: SampleLog) => Anchor[];
  status?: BlockchainProof['status'];
  document?: BlockchainProof['document'];
  /** The form of the leaf; by default the first one, or the third for a document that is named by a longer digest. */
  scheme?: LeafScheme;
  /** The seeds of the keys that sign the checkpoint; the first of these keys is `vkey`. */
  seeds?: readonly number[];
};

/** A complete proof, the same on every run: invented file, log, key, transaction and block. */
export async function makeSample(options: SampleOptions = {}): Promise<Sample> {
  const { leaves = 7, index = 2, transactions = 3 } = options;
  const scheme = options.scheme ?? (options.document?.fileDigest ? 'SELLO-LEAF-v3' : 'SELLO-LEAF-v1');
  const document = options.document ?? {
    ...(scheme === 'SELLO-LEAF-v3'
      ? { fileDigest: { algorithm: 'SHA-512' as const, value: sha512(encodeUtf8('hola\n')) } }
      : { fileSha256: sha256(encodeUtf8('hola\n')) }),
    tokenSha256: sha256(encodeUtf8('time stamp')),
  };
  const salt = new Uint8Array(32).fill(0x5a);
  const leaf = await leafHash(nodeEngine, scheme, { salt, ...document });
  const log = makeLogger(leaf, index, leaves);
  const anchors = options.anchors?.(log) ?? [makeEthereumAnchor(log, { transactions })];
  const { note, vkey } = await makeCheckpoint(log.pathAt(leaves), options.seeds ?? [7]);
  return {
    vkey,
    proof: {
      status: options.status ?? 'final',
      certificate: { id: 'cert_sample', issuer: SAMPLE_ORIGIN },
      document,
      leaf: { scheme, salt, hash: leaf },
      checkpoint: { path: log.pathAt(leaves), note },
      anchors,
    },
  };
}

export type SampleLog = { size: number; pathAt(size: number): MerklePath };

/** A log with this leaf at `index`; every other leaf is the hash of a text with its number. */
function makeLogger(leaf: Uint8Array, index: number, size: number): SampleLog {
  const hashes = Array.from({ length: size }, (_, i) =>
    i === index ? leaf : sha256(encodeUtf8(`leaf ${i}`)),
  );
  return {
    size,
    pathAt(treeSize) {
      const { frontier, runs } = appendLeaves(EMPTY_FRONTIER, hashes.slice(0, treeSize), hashChildren);
      const path = resolveProof(planInclusion(index, treeSize), readRuns(runs), hashChildren);
      return toMerklePath(index, treeSize, path, foldNodes(frontier.nodes, hashChildren));
    },
  };
}

export function readRuns(runs: readonly NodeRun[]) {
  return ({ level, index }: { level: number; index: number }): Uint8Array => {
    const run = runs.find(
      (each) => each.level === level && each.hashes[index - each.firstIndex] !== undefined,
    );
    if (run === undefined) throw new Error(`the node ${index} of level ${level} was never completed`);
    return run.hashes[index - run.firstIndex]!;
  };
}

async function makeCheckpoint(
  { treeSize, root }: MerklePath,
  seeds: readonly number[],
): Promise<{ note: string; vkey: string }> {
  const signers = await Promise.all(seeds.map((seed) => sampleSigner(seed)));
  const checkpoint = { origin: SAMPLE_ORIGIN, size: treeSize, root, extensions: [] };
  return { note: await signCheckpointBy(nodeEngine, checkpoint, signers), vkey: signers[0]!.vkey };
}

/** The Ed25519 key whose seed is 32 times this octet. */
export async function sampleSigner(seed: number): Promise<NoteSigner> {
  const start = Buffer.from('302e020100300506032b657004220420', 'hex');
  const pkcs8 = Buffer.concat([start, Buffer.alloc(32, seed)]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    vkey: await encodeNoteKey(nodeEngine, SAMPLE_ORIGIN, new Uint8Array(spki.subarray(-32))),
    sign: (bytes) => new Uint8Array(sign(null, bytes, key)),
  };
}

type EthereumAnchorOptions = {
  transactions?: number;
  chainId?: number;
  treeSize?: number;
  trust?: Anchor['trust'];
  timeSeconds?: number;
  /** Makes the transaction that carries the root, instead of the usual one. */
  transaction?: (commitment: Uint8Array) => Uint8Array;
  /** Changes the fields of the block's header. */
  header?: (fields: RlpItem[]) => RlpItem[];
};

/** The last transaction of the block carries the root; the others are empty. */
export function makeEthereumAnchor(log: SampleLog, options: EthereumAnchorOptions = {}): EthereumAnchor {
  const { transactions = 3, chainId = 1337, treeSize = log.size, trust = 'operator' } = options;
  const { timeSeconds = 1_772_366_400, header: changed = (fields) => fields } = options;
  const path = log.pathAt(treeSize);
  const commitment = encodeCommitment(path.root);
  const raw = options.transaction?.(commitment) ?? makeTransaction(chainId, transactions - 1, commitment);
  const others = Array.from({ length: transactions - 1 }, (_, i) =>
    makeTransaction(chainId, i, new Uint8Array(0)),
  );
  const trie = buildTransactionsTrie([...others, raw]);
  const header = encodeRlp(changed(headerFields(trie.root, timeSeconds)));
  return {
    kind: 'ethereum',
    network: `eip155:${chainId}`,
    trust,
    status: 'final',
    finality: trust === 'operator' ? 'depth:1' : 'finalized',
    path,
    transaction: {
      hash: keccak256(raw),
      index: transactions - 1,
      raw,
      commitmentOffset: Buffer.from(raw).indexOf(commitment),
    },
    inclusion: { type: 'mpt', header, nodes: trie.prove(transactions - 1) },
    block: { hash: keccak256(header), number: 1234, timeSeconds },
  };
}

function makeTransaction(chainId: number, nonce: number, input: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(2), encodeRlp(transactionFields(chainId, nonce, input)));
}

/**
 * An EIP-1559 transaction to its own sender, without value. The signature is invented, because only inclusion in the
 * block counts.
 */
export function transactionFields(chainId: number, nonce: number, input: Uint8Array): RlpItem[] {
  const self = new Uint8Array(20).fill(0x11);
  const fees = [encodeNumber(1_000_000_000), encodeNumber(2_000_000_000), encodeNumber(30_000)];
  const signature = [encodeNumber(1), new Uint8Array(32).fill(0x22), new Uint8Array(32).fill(0x33)];
  return [
    encodeNumber(chainId),
    encodeNumber(nonce),
    ...fees,
    self,
    encodeNumber(0),
    input,
    [],
    ...signature,
  ];
}

function headerFields(transactionsRoot: Uint8Array, minedAt: number): RlpItem[] {
  const word = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
  return [
    ...[
      word(1),
      word(2),
      new Uint8Array(20).fill(3),
      word(4),
      transactionsRoot,
      word(5),
      new Uint8Array(256),
    ],
    ...[encodeNumber(0), encodeNumber(1234), encodeNumber(30_000_000), encodeNumber(66_000)],
    ...[encodeNumber(minedAt), encodeUtf8('sample'), word(6), new Uint8Array(8), encodeNumber(7)],
  ];
}

/** An anchor as if a calendar had put the root into a Bitcoin block with two transactions. */
export function makeBitcoinAnchor(
  log: SampleLog,
  treeSize: number = log.size,
  changed: (tree: OtsTree) => OtsTree = (tree) => tree,
): OpenTimestampsAnchor {
  const path = log.pathAt(treeSize);
  const [before, after, sibling] = [
    encodeUtf8('start of tx '),
    encodeUtf8(' end of tx'),
    new Uint8Array(32).fill(9),
  ];
  const txid = sha256(sha256(concatBytes(before, path.root, after)));
  const header = new Uint8Array(80).fill(1);
  header.set(sha256(sha256(concatBytes(sibling, txid))), 36);
  new DataView(header.buffer).setUint32(68, 1_772_370_000, true);
  const operations = [
    { name: 'prepend', argument: before },
    { name: 'append', argument: after },
    ...[{ name: 'sha256' }, { name: 'sha256' }],
    { name: 'prepend', argument: sibling },
    ...[{ name: 'sha256' }, { name: 'sha256' }],
  ] as const;
  const tip = { attestations: [{ kind: 'bitcoin', height: 900_000 } as const], branches: [] };
  const tree = operations.reduceRight((rest, operation) => {
    return { attestations: [], branches: [{ operation, tree: rest }] };
  }, tip as OtsTree);
  return {
    kind: 'opentimestamps',
    network: 'bip122:000000000019d6689c085ae165831e93',
    trust: 'public',
    status: 'final',
    finality: 'depth:6',
    path,
    ots: encodeOtsFile({ digest: path.root, tree: changed(tree) }),
    block: { hash: sha256(sha256(header)).reverse(), number: 900_000, timeSeconds: 1_772_370_000 },
    header,
  };
}
