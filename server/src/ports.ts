/**
 * What the use cases need from the outside world. Each comment is the contract that every implementation
 * keeps, and that `tests/contracts` checks.
 */

import type { Readable } from 'node:stream';
import type { CryptoEngine } from '@sello/proof';
import type { CalendarStampStore, Calendars } from './anchoring/calendars/ports.ts';
import type { Certificate, CertificateStatus, TimestampFacts } from './certificates/certificate.ts';
import type { AccountId, CertificateId, KeyId, NewId } from './kernel/ids.ts';
import type { Log } from './kernel/logger.ts';
import type { Sha256Hex } from './kernel/sha256-hex.ts';
import type { Caller, CallerLimits, KeyMode, Refusal, Scope, SecretHash } from './keys/key.ts';
import type { UsageStore } from './keys/usage/usage.ts';
import type {
  Actor,
  Aside,
  AuditLog,
  AuditNote,
  Mailer,
  PasswordStore,
  SecondFactorStore,
  SessionStore,
  Throttle,
} from './people/ports.ts';
import type { AnchorStore, Duties, MerkleLogStore, ProofStore } from './ports-log.ts';
import type { ConstanciaWriter } from './proofs/constancia/ports.ts';
import type { PublicStore } from './proofs/public-page/ports.ts';

export type * from './keys/usage/usage.ts';
export type * from './people/ports.ts';
export type * from './ports-log.ts';
export type * from './proofs/public-page/ports.ts';
export type * from './telemetry/traces.ts';

export type Ports = {
  now: () => Date;
  randomBytes: (size: number) => Uint8Array;
  newId: NewId;
  /** Names one request in its answer and in the log. */
  requestId: () => string;
  /** Rejects unless everything that certifying needs can be reached. */
  ready: () => Promise<void>;
  log: Log;
  access: Access;
  accounts: AccountStore;
  keys: KeyStore;
  sessions: SessionStore;
  secondFactors: SecondFactorStore;
  passwordStore: PasswordStore;
  throttle: Throttle;
  audit: AuditLog;
  /** Undefined where the operator has named no mail server. */
  mail: Mailer | undefined;
  aside: Aside;
  certificates: CertificateStore;
  usage: UsageStore;
  published: PublicStore;
  blobs: BlobStore;
  timestamps: Timestamps;
  merkleLog: MerkleLogStore;
  anchors: AnchorStore;
  proofs: ProofStore;
  constancias: ConstanciaWriter;
  /** OpenTimestamps: who stamps the log in Bitcoin besides, and what they have said. */
  calendars: Calendars;
  calendarStamps: CalendarStampStore;
  duties: Duties;
  urlKeys: UrlKeyStore;
  passwords: PasswordHasher;
  crypto: CryptoEngine;
  /**
   * Runs clean-up that must happen in the end. Resolves after the first try; when that failed, it goes on
   * trying in the background until it succeeds or the process ends.
   */
  untilDone: (what: string, task: () => Promise<unknown>) => Promise<void>;
};

/** The part of the world that a use case touches, named in its signature. */
export type Needs<Name extends keyof Ports> = Pick<Ports, Name>;

// ── Access ───────────────────────────────────────────────────────────────────

/**
 * A read in the scope of one account and mode, described but not yet run. It rides in the very statement
 * that admits the caller, so that a call costs one round trip; the dashboard runs it by itself.
 */
export type AccountRead<T> = {
  /** Names the prepared statement: one name, one text. Empty where the best plan depends on the parameters. */
  name: string;
  /**
   * SQL of a rowset. `caller.account_id` and `caller.livemode` are in scope; own parameters start at `$4`.
   * Undefined where there is nothing to read.
   */
  sql: string | undefined;
  params: readonly unknown[];
  /** SQL types of the parameters. Given, reads of one name that come together are run as one statement. */
  types?: readonly string[];
  toValue(rows: readonly Record<string, unknown>[]): T;
};

export type Admission<T> =
  | {
      verdict: 'admitted';
      caller: Caller;
      /** Live certificates that the account may still make. */
      certificatesLeft: number;
      limits: CallerLimits;
      /** Which counted call this was, to give it back by. */
      call: CountedCall;
      value: T;
    }
  | {
      verdict: Refusal;
      limits: CallerLimits | undefined;
      /** Whose key it is; undefined for one that nobody has. */
      caller: Caller | undefined;
    };

export type CountedCall = { keyId: KeyId; countedMs: number };

export type Access = {
  /**
   * Judges one call: key, scope, sliding minute, month. Counts it only if admitted, exactly once over any
   * number of processes, and runs `read` for the caller's account in the same round trip.
   */
  admit<T>(secretHash: SecretHash, scope: Scope, now: Date, read: AccountRead<T>): Promise<Admission<T>>;
  /** Takes an admitted call out of the minute and the month again, and tells how the limits stand then. */
  giveBack(call: CountedCall, now: Date): Promise<CallerLimits | undefined>;
  /** Runs a read for an account that is known already. */
  read<T>(accountId: AccountId, livemode: boolean, read: AccountRead<T>): Promise<T>;
};

// ── Accounts and keys ────────────────────────────────────────────────────────

export type Account = {
  id: AccountId;
  email: string;
  name: string;
  certificatesLeft: number;
  maxRatePerMinute: number | undefined;
  maxMonthlyQuota: number | undefined;
  createdAt: Date;
  /** Undefined: whatever the reader's browser prefers. */
  language: 'es' | 'en' | undefined;
  timeZone: string | undefined;
  /** Whether logging in takes a code too. */
  hasSecondFactor: boolean;
  deletionRequestedAt: Date | undefined;
  /** Set for an account that the operator has closed for good. */
  closedAt: Date | undefined;
};

/** `null` clears, undefined leaves as it is. */
export type AccountChange = {
  name?: string;
  language?: 'es' | 'en' | null;
  timeZone?: string | null;
};

/** What the first page of the dashboard shows. */
export type AccountOverview = {
  /** Live certificates ever made. */
  certificatesMade: number;
  monthCalls: number;
  monthCertificates: number;
  hasKey: boolean;
  hasCalled: boolean;
  hasCertificate: boolean;
  hasOpenedPage: boolean;
};

export type AccountStore = {
  /** False when the e-mail address is taken, in any case of its letters. */
  create(account: Account, passwordHash: string | undefined, by: Actor): Promise<boolean>;
  findByEmail(email: string): Promise<{ account: Account; passwordHash: string | undefined } | undefined>;
  find(id: AccountId): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  /** Adds to the allowance; undefined when there is no such account. */
  grant(id: AccountId, certificates: number, now: Date, by: Actor): Promise<Account | undefined>;
  change(id: AccountId, change: AccountChange, now: Date, by: Actor): Promise<Account>;
  /** Asking twice is asking once: the first time stays. */
  requestDeletion(id: AccountId, now: Date, by: Actor): Promise<Account>;
  cancelDeletion(id: AccountId, now: Date, by: Actor): Promise<Account>;
  /**
   * Revokes every key, closes every session, drops password and second factor, and blanks e-mail address and
   * name, all or nothing. Certificates, their proofs and the log stay. Undefined when there is no such account.
   */
  close(id: AccountId, now: Date, by: Actor): Promise<Account | undefined>;
  overview(id: AccountId, now: Date): Promise<AccountOverview>;
  /** Calls counted this month over all keys of the account. */
  monthCalls(id: AccountId, now: Date): Promise<number>;
};

export type ApiKey = {
  id: KeyId;
  accountId: AccountId;
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  ratePerMinute: number;
  monthlyQuota: number;
  hint: string;
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  revokedReason: string | undefined;
  lastUsedAt: Date | undefined;
  /** Until when a secret from before a rotation still works. */
  oldSecretEndsAt: Date | undefined;
  /** Calls counted in the month of `now`. */
  monthCalls: number;
};

export type ApiKeyChange = {
  name?: string;
  scopes?: readonly Scope[];
  ratePerMinute?: number;
  monthlyQuota?: number;
  expiresAt?: Date | undefined;
};

export type KeyStore = {
  /** Every change is written to the account's audit log in its own statement, under the name of `by`. */
  create(key: ApiKey, secretHash: SecretHash, by: Actor): Promise<void>;
  list(accountId: AccountId, now: Date): Promise<ApiKey[]>;
  find(accountId: AccountId, id: KeyId, now: Date): Promise<ApiKey | undefined>;
  /** Undefined when the account has no such key. A change acts on the very next call, in every process. */
  change(
    accountId: AccountId,
    id: KeyId,
    change: ApiKeyChange,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
  revoke(
    accountId: AccountId,
    id: KeyId,
    reason: string | undefined,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
  /** Adds a secret; those before it end at `oldSecretsEndAt`. Undefined for an unknown or revoked key. */
  rotate(
    accountId: AccountId,
    id: KeyId,
    secret: { hash: SecretHash; hint: string },
    oldSecretsEndAt: Date,
    now: Date,
    by: Actor,
  ): Promise<ApiKey | undefined>;
};

// ── Certificates ─────────────────────────────────────────────────────────────

export type CertificateFilter = {
  status?: CertificateStatus;
  documentType?: string;
  sha256?: Sha256Hex;
  /** Part of the title or of the file name, in any case. */
  text?: string;
  createdAfter?: Date;
  createdBefore?: Date;
};

export type CertificatePage = { certificates: Certificate[]; total: number };

/** What proves a certificate besides its row. */
export type StoredToken = {
  tsr: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  salt: Uint8Array;
  leafHash: Uint8Array;
};

export type IdempotentRequest = {
  /** Method and path. */
  operation: string;
  key: string;
  fingerprint: Uint8Array;
};

export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

export type CertificateStart =
  | { outcome: 'go'; reservation: number | undefined }
  | { outcome: 'replay'; answer: StoredAnswer }
  | { outcome: 'reused' | 'in_progress' | 'allowance_exhausted' };

/** Everything that one certificate writes. */
export type NewCertificate = {
  accountId: AccountId;
  /** Undefined where a person made it in the dashboard. */
  keyId: KeyId | undefined;
  certificate: Certificate;
  token: StoredToken;
  /** Written with it, or not at all. */
  note?: AuditNote;
};

export type CertificateStore = {
  /** Newest first. The price does not depend on `offset` where there is no filter. */
  page(limit: number, offset: number, filter: CertificateFilter): AccountRead<CertificatePage>;
  one(id: CertificateId): AccountRead<Certificate | undefined>;
  withToken(id: CertificateId): AccountRead<{ certificate: Certificate; token: StoredToken } | undefined>;
  /** The newest hundred with these bytes. */
  bySha256(sha256: Sha256Hex): AccountRead<Certificate[]>;
  /** Nothing but the admission itself. */
  nothing(): AccountRead<undefined>;

  /**
   * Claims the idempotency key and, where it `setsAside`, takes one of the allowance, atomically over any number of
   * processes. What a process had begun when it died is free again.
   */
  begin(
    accountId: AccountId,
    setsAside: boolean,
    idempotent: IdempotentRequest | undefined,
    now: Date,
  ): Promise<CertificateStart>;
  /** Undoes `begin`. Does nothing when the certificate was written after all. */
  abandon(
    accountId: AccountId,
    reservation: number | undefined,
    idempotent: IdempotentRequest | undefined,
  ): Promise<void>;
  /**
   * Writes certificate, token, leaf, code, number, allowance and replayable answer in one statement; when it
   * resolves they survive a crash. A live certificate without a reservation takes from the allowance now.
   */
  commit(
    made: NewCertificate,
    reservation: number | undefined,
    idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined,
  ): Promise<CommitOutcome>;
};

/** Nothing was written unless it says so; `lost`: the reservation or the claim to the key is somebody else's. */
export type CommitOutcome = 'written' | 'allowance_exhausted' | 'lost';

// ── Files ────────────────────────────────────────────────────────────────────

/**
 * Where original files live: content-addressed within an account. Implementations: a local folder, an S3 bucket,
 * and an encrypting layer over either.
 */
export type BlobStore = {
  /** Opens a place for one incoming file of the account. Nobody sees it until it is kept. */
  receive(accountId: AccountId): IncomingBlob;
  /** The bytes from `start` to `end` (both included), or undefined when there is no such file. */
  open(
    accountId: AccountId,
    name: BlobName,
    range?: { start: number; end: number },
  ): Promise<Readable | undefined>;
  /** The file's length, without reading it, or undefined when there is no such file. */
  sizeOf(accountId: AccountId, name: BlobName): Promise<number | undefined>;
  /**
   * An address of the store's own that gives the file as an attachment to whoever holds it, until the time is up.
   * Only where the operator wants files to be fetched past this server.
   */
  directUrl?: (
    accountId: AccountId,
    name: BlobName,
    contentDisposition: string,
    now: Date,
    seconds: number,
  ) => Promise<string>;
  /** Deletes what crashed uploads left behind before `before`. */
  sweep(before: Date): Promise<number>;
};

/** The SHA-256 of the file; with the ending, an object that holds the file encrypted. */
export type BlobName = Sha256Hex | `${Sha256Hex}.sealed`;

export type IncomingBlob = {
  /**
   * Takes the chunk for good: its memory may be gone afterwards. When it returns a promise, the next may come
   * only after it resolves.
   */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** The digest of everything written. No more writes after it. */
  finish(): { sha256: Sha256Hex; sizeBytes: number };
  /** Resolves once all that needs no name is done, and failures of the disk are told. Still nobody sees the file. */
  sync(): Promise<void>;
  /**
   * Gives synced bytes their name, the digest unless another is given; resolves once they would survive a crash.
   * A second time succeeds too.
   */
  keep(name?: BlobName): Promise<void>;
  /** Throws the bytes away unless they were kept. Safe to call at any time, more than once. */
  discard(): Promise<void>;
};

// ── Time stamps ──────────────────────────────────────────────────────────────

export type Stamp = {
  /** The provider's exact response. */
  tsr: Uint8Array;
  /** SHA-256 of the time-stamp token inside it, for the log's leaf. */
  tokenSha256: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  facts: TimestampFacts;
};

/** A provider of RFC 3161 time stamps. Sees the digest and nothing else of the file. */
export type TimestampProvider = {
  /**
   * A token over this SHA-256, verified in full before it is returned, within the deadline. A provider that
   * sells one stamp per id of its customer's is given the certificate's, so that however often it has to be
   * asked for this certificate, one is paid for.
   * Rejects with `psc_error`, `psc_timeout` or `psc_unavailable`.
   */
  stamp(sha256: Sha256Hex, certificateId: CertificateId): Promise<Stamp>;
};

/** Test keys are always served by the embedded authority. */
export type Timestamps = { live: TimestampProvider; test: TimestampProvider };

// ── Secrets of the server ────────────────────────────────────────────────────

export type UrlKey = { id: string; secret: Uint8Array };

export type UrlKeyStore = {
  /** The key that signs now. */
  current(): Promise<UrlKey>;
  find(id: string): Promise<UrlKey | undefined>;
};

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (no hash) as for a known one. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
};
