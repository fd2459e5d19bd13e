/** What anchoring stores: the chains it knows, and every transaction that carries a checkpoint. */

import type { Turn } from '../database/duties.ts';
import type { SignedRoots } from './account/ports.ts';
import type { ChainProof, ChainTrust, MinedTransaction, PlannedTransaction } from './chain-driver.ts';

/** A chain as proofs describe it. */
export type ChainFacts = {
  /** CAIP-2. */
  network: string;
  /** Who could rewrite the chain. */
  trust: ChainTrust;
  /** The rule by which blocks count as final: `finalized` or `depth:<blocks>`. */
  finality: string;
};

export const ANCHOR_STATES = ['signed', 'sent', 'mined', 'final', 'lost'] as const;

export type AnchorRow = PlannedTransaction & {
  id: number;
  network: string;
  treeSize: number;
  root: Uint8Array;
  state: (typeof ANCHOR_STATES)[number];
  /** Since when the transaction waits for a block: since it was signed, or since its block was dropped. */
  signedAt: Date;
  /** The block, while the transaction is mined or final. */
  block: Omit<MinedTransaction, 'txHash'> | undefined;
  /** The proof that the transaction is in that block, or the reason why there is none. */
  shown: ShownInclusion;
};

type ShownInclusion = { header: Uint8Array; nodes: readonly Uint8Array[] } | { notShown: string };

type NewAnchor = PlannedTransaction & { network: string; treeSize: number; root: Uint8Array };

/** A problem as it is stored. Another version of the program may have used other codes. */
export type ToldProblem = { code: string; message: string };

/** Any process may read. Writing needs the duty. */
export type AnchorStore = AnchorReads & {
  /** The store for the holder of this duty. Its writes reject once another process has the duty. */
  heldBy(turn: Turn): HeldAnchors;
  /** Sets the chains that make live and test certificates `certified`; from now on a worker must check them. */
  setWitnesses(live: string, test: string, now: Date): Promise<void>;
  /** Forgets the problems of a chain that is no longer in the settings, because nobody checks it any more. */
  clearProblems(network: string, now: Date): Promise<void>;
};

export type AnchorReads = SignedRoots & {
  /** The anchors that are signed, sent or mined but not final, the oldest first. */
  unsettled(network: string): Promise<AnchorRow[]>;
  newestFinal(network: string, count: number): Promise<AnchorRow[]>;
  /** The anchor over the largest tree, in any state but lost. */
  newest(network: string): Promise<AnchorRow | undefined>;
  /** The smallest final anchor over this leaf, or else the smallest mined one. */
  covering(network: string, leafIndex: number): Promise<AnchorRow | undefined>;
  chain(network: string): Promise<ChainFacts | undefined>;
  /**
   * The stored problems of the chains that witness the log, and of Bitcoin if the log is stamped there; plus
   * `anchor_stale` for a witness that no worker has checked for minutes.
   */
  problems(now: Date): Promise<(ToldProblem & { network: string })[]>;
};

/** The store for the process that has the duty. */
export type HeldAnchors = AnchorReads & {
  /**
   * Stores a signed transaction; once this resolves, it survives a crash. The same transaction is stored once, and
   * one that was marked as lost counts again.
   */
  writeDown(anchor: NewAnchor, now: Date): Promise<AnchorRow>;
  markSent(id: number): Promise<void>;
  /** Marks an attempt as mined, and the other attempts of its nonce as lost. */
  markMined(id: number, mined: MinedTransaction, proof: ChainProof, now: Date): Promise<void>;
  markFinal(id: number, now: Date): Promise<void>;
  /**
   * Records that the block of an anchor was dropped. The anchor waits for a block again, and so do the other attempts
   * of its nonce, any of which may be mined now. Deletes the stored proofs over it, including those that are being
   * stored at the same time.
   */
  markReorganised(id: number, now: Date): Promise<void>;
  markLost(ids: readonly number[]): Promise<void>;
  /** Stores a chain's facts, for processes that do not connect to it. */
  rememberChain(chain: ChainFacts, headNumber: number, now: Date): Promise<void>;
  /** Replaces the stored problems of a chain. */
  tellProblems(network: string, problems: readonly ToldProblem[], now: Date): Promise<void>;
};
