/** What anchoring needs from a chain. Each comment is the contract that `tests/contracts` checks on real nodes. */

import type { CalendarFailureCode } from './calendars/calendar-failure.ts';
import type { ChainFailureCode } from './chain-failure.ts';

export const CHAIN_TRUSTS = ['operator', 'permissioned', 'public'] as const;

export type ChainTrust = (typeof CHAIN_TRUSTS)[number];

/** As reported by the chain, or by the number of blocks on top. */
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

/** Signed but not sent: to be stored first. */
export type PlannedTransaction = TransactionFees & { raw: Uint8Array; txHash: Uint8Array; nonce: number };

export type MinedTransaction = {
  txHash: Uint8Array;
  blockNumber: number;
  blockHash: Uint8Array;
  /** As claimed by the block's producer. */
  blockTime: Date;
  txIndex: number;
};

export type Sighting =
  | { state: 'unknown' }
  /** In the pool, or in a block that is not (or no longer) on the chain. */
  | { state: 'pending' }
  | ({ state: 'mined' } & MinedTransaction);

/** A nonce that our account has used, and a block at or before the one that has it. */
export type UsedNonce = { nonce: number; afterBlock: number };

/** What our account has sent with a nonce, as the node shows it. */
export type SentTransaction = {
  nonce: number;
  blockNumber: number;
  blockTime: Date;
  /** Undefined for a kind of transaction that we cannot read, and so have not sent. */
  raw: Uint8Array | undefined;
};

export type ChainProof =
  | {
      inclusion: 'mpt';
      headerRule: 'ethereum';
      rawTransaction: Uint8Array;
      headerRlp: Uint8Array;
      nodes: readonly Uint8Array[];
    }
  /** The chain hashes its headers or transactions differently: only the node vouches for the inclusion. */
  | { inclusion: 'none'; because: string };

/** Rejections are `ChainFailure`s. Nothing here changes state but `submit`, and that may be repeated. */
export type ChainDriver = {
  /** CAIP-2. */
  readonly network: string;
  readonly trust: ChainTrust;
  readonly finality: ChainFinality;
  /** The account that pays and signs, in lower case. */
  readonly address: string;
  /** Never rejects: problems are in the answer. */
  health(): Promise<ChainHealth>;
  headNumber(): Promise<number>;
  /** The first nonce that no block has used. */
  nextNonce(): Promise<number>;
  /** The first nonce that no final block has used: those below are used for good. */
  settledNonce(): Promise<number>;
  /**
   * Signs a zero-value transfer to ourselves that carries the root. With the fees of an earlier attempt at the same
   * nonce, it outbids that one. The same input gives the same bytes. Rejects with `fee_cap` above the limit.
   */
  plan(root: Uint8Array, nonce: number, previousFees?: TransactionFees): Promise<PlannedTransaction>;
  /**
   * `known`: the node already has this transaction in its pool. `nonce_used`: a transaction with this nonce is
   * mined, perhaps this one. Both call for a `look`. Rejects with `insufficient_funds` or `underpriced` among others.
   */
  submit(raw: Uint8Array): Promise<'sent' | 'known' | 'nonce_used'>;
  /** The state of all attempts at one nonce, of which only one can be mined. */
  look(txHashes: readonly Uint8Array[]): Promise<Sighting>;
  blockHashAt(blockNumber: number): Promise<Uint8Array | undefined>;
  /** `reorganised`: another block has that number now. */
  isFinal(blockNumber: number, blockHash: Uint8Array): Promise<boolean | 'reorganised'>;
  /** Checked before it is returned: the header hashes to the block, the nodes lead to the transaction. */
  prove(mined: MinedTransaction): Promise<ChainProof>;
  /**
   * What our account has sent with these nonces, all of them in blocks. A node that keeps no old states may not find them:
   * `notFound` says why.
   */
  sent(nonces: readonly UsedNonce[]): Promise<(SentTransaction | { nonce: number; notFound: string })[]>;
  close(): Promise<void>;
};
