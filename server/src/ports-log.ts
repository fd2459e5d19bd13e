/** The part of `ports.ts` about the append-only log and the chains that witness it. */

import type { Frontier, NodeAddress, NodeRun } from '@sello/proof';
import type { AccountId, CertificateId } from './domain/ids.ts';

// ── The log ──────────────────────────────────────────────────────────────────

export type CheckpointRow = { size: number; root: Uint8Array; note: string; createdAt: Date };

/** What a batch of leaves makes of the log. */
export type LogAdvance = { frontier: Frontier; runs: readonly NodeRun[]; root: Uint8Array; note: string };

export type MerkleLogStore = {
  /** The log's name and key, which are what they were when it began; the arguments serve a log that begins now. */
  open(origin: string, newSigningKey: Uint8Array): Promise<{ origin: string; signingKey: Uint8Array }>;
  /**
   * Takes up to `maxLeaves` waiting leaves in the order of their writing, lets `compute` place them, and stores
   * places, nodes, size and signed checkpoint together or not at all. Resolves with the number of leaves: 0
   * when none waits or another process is at it. Never run by two at a time, over any number of processes.
   */
  advance(
    maxLeaves: number,
    compute: (frontier: Frontier, leaves: readonly Uint8Array[]) => Promise<LogAdvance>,
    now: Date,
  ): Promise<number>;
  /** The hashes at these addresses, in that order. Rejects when one is missing. */
  readNodes(addresses: readonly NodeAddress[]): Promise<Uint8Array[]>;
  /** The first `width` hashes of 256 neighbours of one level, or undefined when they are not all there yet. */
  readChunk(level: number, chunk: number, width: number): Promise<Uint8Array | undefined>;
  latestCheckpoint(): Promise<CheckpointRow | undefined>;
  checkpointAt(size: number): Promise<CheckpointRow | undefined>;
};

// ── Chains ───────────────────────────────────────────────────────────────────

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/** A signed transaction that carries a root. The same arguments give the same bytes. */
export type PlannedTransaction = Fees & { raw: Uint8Array; txHash: Uint8Array; nonce: number };

export type MinedTransaction = {
  txHash: Uint8Array;
  blockNumber: number;
  blockHash: Uint8Array;
  blockTime: Date;
  txIndex: number;
};

/** What shows a transaction in its block, or the reason why it cannot be shown. */
export type ShownInclusion = { header: Uint8Array; nodes: readonly Uint8Array[] } | { notShown: string };

/** How proofs describe a chain. */
export type ChainFacts = {
  /** CAIP-2. */
  network: string;
  /** Who could rewrite it. */
  trust: 'operator' | 'permissioned' | 'public';
  /** The rule by which blocks count as final: `finalized` or `depth:<blocks>`. */
  finality: string;
};

/** One chain and the one key that writes to it. Rejects when the chain cannot be asked; never guesses. */
export type ChainDriver = ChainFacts & {
  /** Problems an operator should know of: another chain id, no funds, a clock that is off. Empty: all is well. */
  problems(): Promise<string[]>;
  headNumber(): Promise<number>;
  nextNonce(): Promise<number>;
  /** With `replaced`, fees that every node accepts as a replacement. Rejects above the configured cap. */
  plan(root: Uint8Array, nonce: number, replaced?: Fees): Promise<PlannedTransaction>;
  /** `nonce_used`: something with this nonce is on the chain already, perhaps this very transaction. */
  submit(raw: Uint8Array): Promise<'sent' | 'nonce_used'>;
  look(txHashes: readonly Uint8Array[]): Promise<({ state: 'mined' } & MinedTransaction) | { state: 'pending' | 'unknown' }>;
  /** `reorganised` when another block, or none, stands at that height. */
  isFinal(blockNumber: number, blockHash: Uint8Array): Promise<boolean | 'reorganised'>;
  show(mined: MinedTransaction): Promise<ShownInclusion>;
};

// ── Anchors ──────────────────────────────────────────────────────────────────

export type AnchorRow = PlannedTransaction & {
  id: number;
  network: string;
  treeSize: number;
  root: Uint8Array;
  state: 'signed' | 'sent' | 'mined' | 'final' | 'lost';
  signedAt: Date;
  /** Set while mined or final. */
  block: Omit<MinedTransaction, 'txHash'> | undefined;
  shown: ShownInclusion;
};

export type NewAnchor = PlannedTransaction & { network: string; treeSize: number; root: Uint8Array };

export type AnchorStore = {
  /** Names the chains whose word makes live and test certificates `certified`. */
  setWitnesses(live: string, test: string): Promise<void>;
  /** Signed, sent or mined, oldest first. */
  unsettled(network: string): Promise<AnchorRow[]>;
  newestFinal(network: string, count: number): Promise<AnchorRow[]>;
  /** The one over the largest tree, in whatever state but lost. */
  newest(network: string): Promise<AnchorRow | undefined>;
  /** The smallest final anchor over this leaf, or else the smallest mined one. */
  covering(network: string, leafIndex: number): Promise<AnchorRow | undefined>;
  /** Survives a crash once it resolves. Writing the same transaction twice is writing it once. */
  writeDown(anchor: NewAnchor, now: Date): Promise<AnchorRow>;
  markSent(id: number): Promise<void>;
  /** The other attempts of its nonce are lost by that. */
  markMined(id: number, mined: MinedTransaction, shown: ShownInclusion, now: Date): Promise<void>;
  markFinal(id: number, now: Date): Promise<void>;
  /** Back in flight; proofs that were handed out over it are forgotten. */
  markReorganised(id: number): Promise<void>;
  markLost(ids: readonly number[]): Promise<void>;
  /** Keeps what is known of a chain, for processes that do not talk to it. */
  rememberChain(chain: ChainFacts, headNumber: number, now: Date): Promise<void>;
  chain(network: string): Promise<ChainFacts | undefined>;
};

/** Final proofs, kept as they were first handed out. */
export type ProofStore = {
  find(accountId: AccountId, certificateId: CertificateId): Promise<Uint8Array | undefined>;
  /** Resolves with what is kept: these bytes, or those that another process kept a moment earlier. */
  keep(accountId: AccountId, certificateId: CertificateId, anchorId: number, xml: Uint8Array): Promise<Uint8Array>;
};

/** Work that exactly one process does at a time. */
export type Duties = {
  /** True while this process has the duty; it keeps it until it stops, or dies. */
  take(name: string): Promise<boolean>;
};
