/** What anchoring needs of a chain. Each comment is the contract that `tests/contracts` checks on real nodes. */

import type { CalendarFailureCode } from './calendars/calendar-failure.ts';
import type { ChainFailureCode } from './chain-failure.ts';

export const CHAIN_TRUSTS = ['operator', 'permissioned', 'public'] as const;

export type ChainTrust = (typeof CHAIN_TRUSTS)[number];

/** By the chain's own word, or by how many blocks stand on top. */
export type ChainFinality = { tag: 'finalized' } | { depth: number };

export type ChainProblem = {
  code:
    | ChainFailureCode
    | 'low_balance'
    | 'clock_skew'
    | 'stale_node'
    | 'no_base_fee'
    | 'no_finality'
    | 'anchor_stale'
    | CalendarFailureCode
    | 'overdue';
  message: string;
};

export type ChainHealth = { ok: boolean; problems: ChainProblem[] };

export type TransactionFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/** Signed and never sent: to be written down first. */
export type PlannedTransaction = TransactionFees & { raw: Uint8Array; txHash: Uint8Array; nonce: number };

export type MinedTransaction = {
  txHash: Uint8Array;
  blockNumber: number;
  blockHash: Uint8Array;
  /** What the block's maker says. */
  blockTime: Date;
  txIndex: number;
};

export type Sighting =
  | { state: 'unknown' }
  /** In the pool, or in a block that is not on the chain (any more). */
  | { state: 'pending' }
  | ({ state: 'mined' } & MinedTransaction);

export type ChainProof =
  | {
      inclusion: 'mpt';
      headerRule: 'ethereum';
      rawTransaction: Uint8Array;
      headerRlp: Uint8Array;
      nodes: readonly Uint8Array[];
    }
  /** The chain hashes its headers or transactions otherwise: only the node's word connects them. */
  | { inclusion: 'none'; because: string };

/** Rejections are `ChainFailure`s. Nothing here changes state but `submit`, and that may be repeated. */
export type ChainDriver = {
  /** CAIP-2. */
  readonly network: string;
  readonly trust: ChainTrust;
  readonly finality: ChainFinality;
  /** Who pays and signs, in lower case. */
  readonly address: string;
  /** Never rejects: what is wrong is in the answer. */
  health(): Promise<ChainHealth>;
  headNumber(): Promise<number>;
  /** The first nonce that no block has used. */
  nextNonce(): Promise<number>;
  /** The first nonce that no final block has used: those below are gone for good. */
  settledNonce(): Promise<number>;
  /**
   * Signs a transfer of nothing to oneself that carries the root. With the fees of an earlier attempt at the
   * same nonce, it outbids that one. The same input gives the same bytes. Rejects with `fee_cap` above the limit.
   */
  plan(root: Uint8Array, nonce: number, previousFees?: TransactionFees): Promise<PlannedTransaction>;
  /**
   * `known`: the node has this very transaction waiting. `nonce_used`: some transaction with this nonce is
   * mined, perhaps this one. Both mean: look. Rejects with `insufficient_funds` or `underpriced` among others.
   */
  submit(raw: Uint8Array): Promise<'sent' | 'known' | 'nonce_used'>;
  /** What became of attempts at one nonce, of which one can be mined. */
  look(txHashes: readonly Uint8Array[]): Promise<Sighting>;
  blockHashAt(blockNumber: number): Promise<Uint8Array | undefined>;
  /** `reorganised`: another block stands there now. */
  isFinal(blockNumber: number, blockHash: Uint8Array): Promise<boolean | 'reorganised'>;
  /** Checked before it is returned: bytes of the header hash to the block, the nodes lead to the transaction. */
  prove(mined: MinedTransaction): Promise<ChainProof>;
  close(): Promise<void>;
};
