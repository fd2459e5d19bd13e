/** The part of `ports.ts` about the append-only log and the chains that witness it. */

import type { Frontier, NodeAddress, NodeRun } from '@sello/proof';
import type {
  ChainProblem,
  ChainProof,
  ChainTrust,
  MinedTransaction,
  PlannedTransaction,
} from './anchoring/chain-driver.ts';
import type { AccountId, CertificateId } from './kernel/ids.ts';

export type * from './anchoring/chain-driver.ts';

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
  readTile(level: number, tile: number, width: number): Promise<Uint8Array | undefined>;
  latestCheckpoint(): Promise<CheckpointRow | undefined>;
  checkpointAt(size: number): Promise<CheckpointRow | undefined>;
  /** The first that covers the leaf. */
  checkpointOver(leafIndex: number): Promise<CheckpointRow | undefined>;
};

// ── Chains ───────────────────────────────────────────────────────────────────

/** How proofs describe a chain. */
export type ChainFacts = {
  /** CAIP-2. */
  network: string;
  /** Who could rewrite it. */
  trust: ChainTrust;
  /** The rule by which blocks count as final: `finalized` or `depth:<blocks>`. */
  finality: string;
};

// ── Anchors ──────────────────────────────────────────────────────────────────

export type AnchorRow = PlannedTransaction & {
  id: number;
  network: string;
  treeSize: number;
  root: Uint8Array;
  state: 'signed' | 'sent' | 'mined' | 'final' | 'lost';
  /** When it began to wait for a block: when it was signed, or put back in flight. */
  signedAt: Date;
  /** Set while mined or final. */
  block: Omit<MinedTransaction, 'txHash'> | undefined;
  /** What shows the transaction in that block, or the reason why it cannot be shown. */
  shown: ShownInclusion;
};

export type ShownInclusion = { header: Uint8Array; nodes: readonly Uint8Array[] } | { notShown: string };

export type NewAnchor = PlannedTransaction & { network: string; treeSize: number; root: Uint8Array };

export type AnchorStore = {
  /** Names the chains whose word makes live and test certificates `certified`: from now on somebody should look after them. */
  setWitnesses(live: string, test: string, now: Date): Promise<void>;
  /** Signed, sent or mined, oldest first. */
  unsettled(network: string): Promise<AnchorRow[]>;
  newestFinal(network: string, count: number): Promise<AnchorRow[]>;
  /** The one over the largest tree, in whatever state but lost. */
  newest(network: string): Promise<AnchorRow | undefined>;
  /** The smallest final anchor over this leaf, or else the smallest mined one. */
  covering(network: string, leafIndex: number): Promise<AnchorRow | undefined>;
  /** Survives a crash once it resolves. Writing the same transaction twice is writing it once; a lost one is found. */
  writeDown(anchor: NewAnchor, now: Date): Promise<AnchorRow>;
  markSent(id: number): Promise<void>;
  /** The other attempts of its nonce are lost by that. */
  markMined(id: number, mined: MinedTransaction, proof: ChainProof, now: Date): Promise<void>;
  markFinal(id: number, now: Date): Promise<void>;
  /**
   * Back in flight, and with it the other attempts of its nonce, of which each may be mined now. Proofs that were
   * handed out over it are forgotten, those that are being kept at this moment too.
   */
  markReorganised(id: number, now: Date): Promise<void>;
  markLost(ids: readonly number[]): Promise<void>;
  /** Keeps what is known of a chain, for processes that do not talk to it. */
  rememberChain(chain: ChainFacts, headNumber: number, now: Date): Promise<void>;
  chain(network: string): Promise<ChainFacts | undefined>;
  /** Keeps what was found wrong with a chain, in place of what was found before. */
  tellProblems(network: string, problems: readonly ChainProblem[], now: Date): Promise<void>;
  /**
   * What is wrong with the chains that witness the log, and with Bitcoin where it is stamped there, as far as anybody
   * has told; `anchor_stale` where for minutes nobody has.
   */
  problems(now: Date): Promise<(ChainProblem & { network: string })[]>;
};

/** Final proofs, kept as they were first handed out. */
export type ProofStore = {
  find(accountId: AccountId, certificateId: CertificateId): Promise<Uint8Array | undefined>;
  /**
   * Resolves with what is kept: these bytes, or those that another process kept a moment earlier. Undefined when
   * the anchor is not final any more: then nothing is kept.
   */
  keep(
    accountId: AccountId,
    certificateId: CertificateId,
    anchorId: number,
    xml: Uint8Array,
  ): Promise<Uint8Array | undefined>;
};

/** Work that exactly one process does at a time. */
export type Duties = {
  /** True while this process has the duty; it keeps it until it stops, or dies. */
  take(name: string): Promise<boolean>;
};
