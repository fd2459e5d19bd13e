/** What anchoring needs from a chain. Each comment is the contract that `tests/contracts` checks on real nodes. */

import type { CalendarFailureCode } from './calendars/calendar-failure.ts';
import type { ChainFailureCode } from './chain-failure.ts';

export const CHAIN_TRUSTS = ['operator', 'permissioned', 'public'] as const;

export type ChainTrust = (typeof CHAIN_TRUSTS)[number];

/** How a block becomes final: the chain reports it as final, or a number of later blocks follow it. */
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

/** A transaction that is signed but not sent. It must be stored first. */
export type PlannedTransaction = TransactionFees & { raw: Uint8Array; txHash: Uint8Array; nonce: number };

export type MinedTransaction = {
  txHash: Uint8Array;
  blockNumber: number;
  blockHash: Uint8Array;
  /** The time of the block, as its producer claims. */
  blockTime: Date;
  txIndex: number;
};

export type Sighting =
  | { state: 'unknown' }
  /** The transaction is in the pool, or in a block that is not (or no longer) on the chain. */
  | { state: 'pending' }
  | ({ state: 'mined' } & MinedTransaction);

/** A nonce that our account has used. `afterBlock` is the block that has the transaction, or an earlier one. */
export type UsedNonce = { nonce: number; afterBlock: number };

/** A transaction that our account sent with a known nonce, as the node shows it. */
export type SentTransaction = {
  nonce: number;
  blockNumber: number;
  blockTime: Date;
  /** The bytes of the transaction. Undefined if its type cannot be read here; then it is not one of ours. */
  raw: Uint8Array | undefined;
};

/**
 * A block by its number. The header is undefined on a chain that hashes headers differently; then `because` says why.
 */
export type ChainBlock = {
  number: number;
  hash: Uint8Array;
  timeSeconds: number;
} & ({ header: Uint8Array } | { header: undefined; because: string });

export type ChainProof =
  | {
      inclusion: 'mpt';
      headerRule: 'ethereum';
      rawTransaction: Uint8Array;
      headerRlp: Uint8Array;
      nodes: readonly Uint8Array[];
    }
  /** The chain hashes its headers or transactions in its own way, so only the node vouches for the inclusion. */
  | { inclusion: 'none'; because: string };

/** A chain. Calls reject with a `ChainFailure`. Only `submit` changes anything, and it may be repeated. */
export type ChainDriver = {
  /** The CAIP-2 name of the chain. */
  readonly network: string;
  readonly trust: ChainTrust;
  readonly finality: ChainFinality;
  /** The account that pays and signs, in lower case. */
  readonly address: string;
  /** Checks the chain. Never rejects, because problems are part of the answer. */
  health(): Promise<ChainHealth>;
  headNumber(): Promise<number>;
  /** The first nonce that no block has used. */
  nextNonce(): Promise<number>;
  /** The first nonce that no final block has used. No block can free the nonces below it again. */
  settledNonce(): Promise<number>;
  /**
   * Signs a transaction that carries the root: a transfer of amount zero from our account to itself. With the fees of
   * an earlier attempt at the same nonce, it outbids that attempt. The same input gives the same bytes. Rejects with
   * `fee_cap` if the fees would exceed the limit.
   */
  plan(root: Uint8Array, nonce: number, previousFees?: TransactionFees): Promise<PlannedTransaction>;
  /**
   * Sends a transaction. `known` means that the node already has it in its pool; `nonce_used` means that a transaction
   * with this nonce is mined, perhaps this one. After either, call `look`. Rejects with `insufficient_funds` or
   * `underpriced`, among others.
   */
  submit(raw: Uint8Array): Promise<'sent' | 'known' | 'nonce_used'>;
  /** The state of all attempts at one nonce, of which only one can be mined. */
  look(txHashes: readonly Uint8Array[]): Promise<Sighting>;
  /** The highest block that is final; -1 while there is none. */
  finalNumber(): Promise<number>;
  /** The block with this number. Its header was checked: it hashes to the block and has this number and time. */
  blockAt(blockNumber: number): Promise<ChainBlock | undefined>;
  /** Whether the block is final; `reorganised` if another block has its number now. */
  isFinal(blockNumber: number, blockHash: Uint8Array): Promise<boolean | 'reorganised'>;
  /**
   * Makes the proof of a mined transaction and checks it first: the header hashes to the block, and the nodes lead to
   * the transaction.
   */
  prove(mined: MinedTransaction): Promise<ChainProof>;
  /**
   * The transactions that our account sent with these nonces, which are all used in blocks. A node that keeps no old
   * states may not find some of them; `notFound` then says why.
   */
  sent(nonces: readonly UsedNonce[]): Promise<(SentTransaction | { nonce: number; notFound: string })[]>;
  close(): Promise<void>;
};
