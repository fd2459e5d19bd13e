/** Ports and types of `sello fsck`. */

import type { Certificate } from '../../certificates/certificate.ts';
import type { StoredToken } from '../../certificates/ports.ts';
import type { StoredBlob } from '../../files/ports.ts';
import type { Batches } from '../../kernel/batches.ts';
import type { AccountId, AwardId, CertificateId, MemberId, RenewalId, TermId } from '../../kernel/ids.ts';
import type { Entry, LedgerLine } from '../../memberships/awards/ledger-entry.ts';
import type { Chain } from '../../memberships/standing/chain.ts';
import type { TimestampFacts } from '../../timestamps/ports.ts';
import type { LastingReads } from './lasting/ports.ts';
import type { LedgerFaultCode } from './ledger-fault-codes.ts';
import type { LogReads } from './log/ports.ts';

export const FSCK_SUBJECTS = ['files', 'stamps', 'log', 'anchors', 'ledgers', 'audit', 'leftovers'] as const;

export type FsckSubject = (typeof FSCK_SUBJECTS)[number];

export type Finding = {
  /** A note is what a crash may leave, or what cannot be checked from here; it does not fail the check. */
  level: 'problem' | 'note';
  /** Stable, for programs. */
  code: string;
  /** Ids of the rows or files concerned. */
  where: string;
  /** A sentence, for people. */
  message: string;
  /** Set where the data can be derived again. Evidence (files, tokens, leaves, checkpoints, anchors) never can. */
  repair?: RepairKind;
};

/** In the order of execution: later repairs rely on earlier ones. */
export const REPAIR_KINDS = [
  'reservations',
  'claims',
  'counts',
  'stored_bytes',
  'allowance',
  'codes',
  'search',
  'call_counts',
  'places',
  'queue',
  'tiles',
  'log',
  'store_again',
  'memberships',
  'tallies',
  'unfinished_uploads',
  'unnamed_files',
] as const;

export type RepairKind = (typeof REPAIR_KINDS)[number];

/** What a repair did, in a sentence; `isWhole` is false where faults of this kind remain. */
export type Repaired = { told: string; isWhole: boolean };

// ── Reads ────────────────────────────────────────────────────────────────────

/** A fingerprint that certificates of an account have, and their file where it is kept. */
export type NamedFile = {
  accountId: AccountId;
  sha256: Uint8Array;
  certificates: number;
  kept:
    | {
        /** Its size as its certificates state it. */
        fewestBytes: number;
        mostBytes: number;
        /** One of the certificates of this file. */
        certificateId: CertificateId;
      }
    | undefined;
};

export type StampRow = {
  accountId: AccountId;
  certificateId: CertificateId;
  livemode: boolean;
  sha256: Uint8Array;
  /** Warnings are undefined where the stored value is not a list of them. */
  facts: Omit<TimestampFacts, 'warnings'> & { warnings: TimestampFacts['warnings'] | undefined };
  token: StoredToken;
  /** Whether it has its place in the log, or waits for one; neither is reported elsewhere. */
  stands: 'placed' | 'waiting' | undefined;
  place: number | undefined;
  /** What the database has of it to publish: of its place, or of the queue where it waits. */
  entry: Uint8Array | undefined;
  /** Of the block that covers its place in the log, on the chain of its mode. */
  blockTime: Date | undefined;
};

export type StoredAnchor = {
  id: number;
  network: string;
  nonce: number;
  txHash: Uint8Array;
  raw: Uint8Array;
  treeSize: number;
  root: Uint8Array;
  /** Decimal. */
  maxFee: string;
  priorityFee: string;
  state: string;
  blockNumber: number | undefined;
  blockHash: Uint8Array | undefined;
  /** To the microsecond: a header has whole seconds. */
  blockTimeMicros: number | undefined;
  txIndex: number | undefined;
  header: Uint8Array | undefined;
  nodes: readonly Uint8Array[] | undefined;
  notShown: string | undefined;
  isMinedAtSet: boolean;
  isFinalAtSet: boolean;
  /** Other attempts with the same nonce that are in a block. */
  minedSiblings: number;
  /** The root that the log signed at this size; undefined where it signed none. */
  signedRoot: Uint8Array | undefined;
  isOnKnownChain: boolean;
};

export type KeptProof = {
  where: string;
  certificateId: string;
  anchorId: number;
  xml: Uint8Array;
  /** Undefined where there is no such certificate. */
  of: { sha256: Uint8Array; tsr: Uint8Array; place: number | undefined } | undefined;
  /** Undefined where there is no such anchor. */
  anchor: { state: string; network: string; txHash: Uint8Array; treeSize: number } | undefined;
  chain: { trust: string; finality: string } | undefined;
};

export type StoredCalendarStamp = {
  id: number;
  isOfKnownCalendar: boolean;
  treeSize: number;
  root: Uint8Array;
  nonce: Uint8Array;
  state: string;
  pending: Uint8Array | undefined;
  complete: Uint8Array | undefined;
  bitcoinHeight: number | undefined;
  header: Uint8Array | undefined;
  signedRoot: Uint8Array | undefined;
};

export type StoredCosignature = {
  size: number;
  /** The witness's verifier key. */
  cosigner: string;
  line: string;
  /** To the microsecond: the line has whole seconds. */
  cosignedAtMicros: number;
  /** The checkpoint of this size; undefined where there is none. */
  note: string | undefined;
  isOfKnownCosigner: boolean;
};

export type ChainRow = { network: string; trust: string; finality: string };

export type WitnessRow = { livemode: boolean; network: string };

/** An answer replayed to repeated requests with the same Idempotency-Key. */
export type KeptAnswer = {
  accountId: AccountId;
  where: string;
  fingerprint: Uint8Array;
  status: number;
  headers: unknown;
  body: string;
};

/** Fields of a certificate that the answer repeats and the request fingerprint covers. */
export type AnsweredCertificate = Pick<
  Certificate,
  'title' | 'description' | 'documentType' | 'externalId' | 'metadata' | 'createdAt' | 'changedAt'
> & { file: Omit<Certificate['file'], 'erasedAt'> };

export type SealedSecret = {
  accountId: AccountId;
  of: 'second_factor' | 'answer' | 'webhook' | 'badge_key';
  /** What it was sealed for. */
  boundTo: string;
  sealed: string;
  /** Of a key that signs badges. */
  publicKey: Uint8Array | undefined;
};

/** All that is kept about some hundred members' points, terms and renewals. */
export type MemberRecords = {
  /** Members whose records hold what no version of this program writes. */
  unreadable: readonly { memberId: MemberId; because: string }[];
  /** In the order of each chain. */
  entries: readonly Entry[];
  /** Approved and revoked ones. */
  awards: readonly AwardedPoints[];
  chains: readonly KeptChain[];
  /** Approved and annulled ones. */
  renewals: readonly FrozenRenewal[];
};

export type AwardedPoints = {
  id: AwardId;
  memberId: MemberId;
  isApproved: boolean;
  completedOn: string;
  lines: readonly LedgerLine[];
};

/** What the caches of a membership and its terms say, and what follows from rules, ledger and days. */
export type KeptChain = {
  chain: Chain;
  said: string | undefined;
  derived: string;
  isStale: boolean;
  counts: readonly { termId: TermId; said: string | undefined; derived: string }[];
};

export type FrozenRenewal = {
  id: RenewalId;
  isApproved: boolean;
  snapshot: string | undefined;
  sha256: Uint8Array | undefined;
  /** The renewal that its term names. */
  closes: string | undefined;
  /** Whether the term that it opened has the next number. */
  opensNext: boolean;
};

/** A faulty row, found by the database itself. */
export type LedgerFault = { code: LedgerFaultCode; where: string; told: string; isYoung: boolean };

export type StoredKey = {
  where: string;
  /** What its envelope is bound to. */
  place: string;
  stored: Uint8Array;
  /** The length of the key itself, where every one has the same. */
  bareBytes: number | undefined;
};

/** Up to `letGo`, all reads show one moment. What comes in pages or pieces is read as of its own. */
export type FsckReads = LastingReads &
  LogReads & {
    /** Anything an hour older was left by no process that still runs. */
    now(): Date;
    letGo(): Promise<void>;
    /** How many there are, for the progress bar. */
    certificates(): Promise<number>;
    namedFiles(): Batches<NamedFile>;
    stamps(): Batches<StampRow>;
    /** The server's own keys, as stored. */
    storedKeys(): Promise<StoredKey[]>;
    anchors(): Batches<StoredAnchor>;
    /** The hashes that belong to no anchor. */
    unknownTransactions(hashes: readonly Uint8Array[]): Promise<Uint8Array[]>;
    keptProofs(): Batches<KeptProof>;
    calendarStamps(): Batches<StoredCalendarStamp>;
    cosignatures(): Batches<StoredCosignature>;
    /** The keys of all witnesses that were ever asked. */
    cosigners(): Promise<string[]>;
    chains(): Promise<ChainRow[]>;
    witnesses(): Promise<WitnessRow[]>;
    ledgerFaults(): Batches<LedgerFault>;
    keptAnswers(): Batches<KeptAnswer>;
    certificate(accountId: AccountId, id: string): Promise<AnsweredCertificate | undefined>;
    sealedSecrets(): Batches<SealedSecret>;
    memberRecords(): AsyncIterable<MemberRecords>;
    /** Accounts whose data key cannot be opened with the configured master keys, and why. */
    brokenBlobKeys(): Batches<{ accountId: string; because: string }>;
    /** Time stamps in the partition that takes what fits into no month's. */
    strayTokens(): Promise<number>;
    /** The files that no certificate names. */
    unnamed(files: readonly StoredBlob[]): Promise<StoredBlob[]>;
  };

// ── Repairs ──────────────────────────────────────────────────────────────────

export type FsckRepairs = Record<RepairKind, () => Promise<Repaired>>;
