/** What anchoring keeps: the chains it knows, and every transaction that carries a checkpoint. */

import type { ChainProof, ChainTrust, MinedTransaction, PlannedTransaction } from './chain-driver.ts';

/** How proofs describe a chain. */
export type ChainFacts = {
  /** CAIP-2. */
  network: string;
  /** Who could rewrite it. */
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
  /** When it began to wait for a block: when it was signed, or put back in flight. */
  signedAt: Date;
  /** Set while mined or final. */
  block: Omit<MinedTransaction, 'txHash'> | undefined;
  /** What shows the transaction in that block, or the reason why it cannot be shown. */
  shown: ShownInclusion;
};

export type ShownInclusion = { header: Uint8Array; nodes: readonly Uint8Array[] } | { notShown: string };

export type NewAnchor = PlannedTransaction & { network: string; treeSize: number; root: Uint8Array };

/** As it was written down; the version that did may know other codes than this one. */
export type ToldProblem = { code: string; message: string };

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
  tellProblems(network: string, problems: readonly ToldProblem[], now: Date): Promise<void>;
  /**
   * What is wrong with the chains that witness the log, and with Bitcoin where it is stamped there, as far as anybody
   * has told; `anchor_stale` where for minutes nobody has.
   */
  problems(now: Date): Promise<(ToldProblem & { network: string })[]>;
};
