/** The store for certificates. */

import type { AuditNote } from '../audit/ports.ts';
import type { AccountId, CertificateId, KeyId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { AccountRead } from '../operations/account-read.ts';
import type { Certificate, CertificateStatus, FileLife } from './certificate.ts';
import type { StoredFiles } from './stored-files.ts';

export type CertificateFilter = {
  status?: CertificateStatus;
  documentType?: string;
  sha256?: Sha256Hex;
  externalId?: string;
  /** All of these must hold. */
  metadata?: Record<string, string>;
  /** Words, a folio or the beginning of a fingerprint: see `search/search-words.ts`. */
  text?: string;
  createdAfter?: Date;
  createdFrom?: Date;
  createdBefore?: Date;
};

export type ListOrder = 'asc' | 'desc';

export type ListAsked = {
  filter: CertificateFilter;
  limit: number;
  offset: number;
  /** The page begins after this one; then `offset` is 0. */
  after: CertificateId | undefined;
  order: ListOrder;
};

export type CertificatePage = { certificates: Certificate[]; total: number; hasMore: boolean };

/** The evidence of a certificate: its time stamp and its leaf in the log (`findLeafScheme` gives the leaf's form). */
export type StoredToken = {
  tsr: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
  salt: Uint8Array;
  leafHash: Uint8Array;
};

/** With the entry that the log publishes; it is kept with the log. */
export type NewToken = StoredToken & { entry: Uint8Array };

export type IdempotentRequest = {
  /** Method and path. */
  operation: string;
  key: string;
  fingerprint: Uint8Array;
};

export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

export type WantedId = { livemode: boolean; externalId: string };

export type CertificateStart =
  | {
      outcome: 'go';
      reservation: number | undefined;
      /** The certificate that has the wanted external id. */
      takenBy?: CertificateId;
    }
  | { outcome: 'replay'; answer: StoredAnswer }
  | { outcome: 'reused' | 'in_progress' | 'allowance_exhausted' };

/** Everything that is written for one certificate. */
export type NewCertificate = {
  accountId: AccountId;
  /** Undefined for a person in the dashboard. */
  keyId: KeyId | undefined;
  certificate: Certificate;
  token: NewToken;
  /** The file, unless only its fingerprint was sent. */
  sent?: {
    /** The account's files before this one was stored. */
    before: Pick<StoredFiles, 'erasures'>;
    /** Called if files of the account were erased since then: this one may have been among them. */
    isThere(): Promise<boolean>;
  };
  /** Written in the same transaction. */
  note?: AuditNote;
};

export type CertificateStore = {
  /**
   * All certificates, or those with a status; the cost does not depend on `offset`. Undefined if the account
   * has no `after`.
   */
  page(asked: ListAsked): AccountRead<CertificatePage | undefined>;
  one(id: CertificateId): AccountRead<Certificate | undefined>;
  /** By the random part of its public address. */
  byCode(code: string): AccountRead<Certificate | undefined>;
  withToken(id: CertificateId): AccountRead<{ certificate: Certificate; token: StoredToken } | undefined>;
  /** What the account keeps in the file store, and may keep. */
  files: AccountRead<StoredFiles>;
  /** The newest hundred certificates of files with this hash. */
  bySha256(sha256: Sha256Hex): AccountRead<Certificate[]>;
  /** The newest certificates of each of these hashes, at most `most` of each. */
  byHashes(hashes: readonly Sha256Hex[], most: number): AccountRead<Map<Sha256Hex, Certificate[]>>;

  /**
   * Claims the idempotency key and, if `setsAside`, reserves one certificate of the allowance, atomically across any
   * number of processes. Claims and reservations of a dead process are free again. Looks up in the same round trip
   * which certificate has the external id; `commit` decides whether it is free.
   */
  begin(
    accountId: AccountId,
    setsAside: boolean,
    idempotent: IdempotentRequest | undefined,
    now: Date,
    wanted?: WantedId,
  ): Promise<CertificateStart>;
  /** Undoes `begin`. Does nothing if the certificate was written after all. */
  abandon(
    accountId: AccountId,
    reservation: number | undefined,
    idempotent: IdempotentRequest | undefined,
  ): Promise<void>;
  /**
   * Says that `commit` is about to be called for one more certificate of the account and mode: those that are ready may
   * be written together with it. Call the returned function when it has been committed or abandoned.
   */
  announce(owner: Owner): () => void;
  /**
   * Writes certificate, token, leaf, code, number, allowance and replayable answer in one statement; once it resolves
   * they survive a crash. A live certificate without a reservation takes from the allowance now. The files of an
   * account and mode never exceed their limit, in any number of processes, and no certificate is written for a file
   * that was erased meanwhile. No two certificates of an account and mode have the same external id.
   */
  commit(
    made: NewCertificate,
    reservation: number | undefined,
    idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined,
  ): Promise<CommitOutcome>;
};

/** Files of one account and mode that were made until `before`. */
type DueFiles = Owner & { before: Date };

/** Part of the queue: the entries after `after`, or a single entry. */
export type QueuedFiles = { after?: Sha256Hex | undefined; only?: Sha256Hex | undefined };

/** Erases original files that are no longer kept. */
export type ErasureStore = {
  /** Accounts and modes with files past the age limit of the account or of test mode. */
  due(life: FileLife, now: Date): Promise<DueFiles[]>;
  /** Marks the next files as erased and queues them for removal, or does neither. What a legal hold keeps is passed over. */
  markLot(due: DueFiles, now: Date): Promise<{ marked: number; isMore: boolean }>;
  /**
   * The same for the file of one certificate, with its entry in the audit log. Rejects with `legal_hold` if one keeps it. Undefined, and nothing written, if there
   * is no such certificate or its file is not kept.
   */
  markOne(owner: Owner, certificateId: CertificateId, note: AuditNote): Promise<Sha256Hex | undefined>;
  /** Accounts with files in the queue. */
  queuedAccounts(): Promise<AccountId[]>;
  /**
   * Calls `remove` for the next of these queued files that no certificate of the account needs, while no
   * certificate of the account can be written. Files for which it resolves with true leave the queue, and so
   * do files that are still needed. `last`: where to go on; undefined at the end of the queue.
   */
  removeLot(
    accountId: AccountId,
    which: QueuedFiles,
    remove: (sha256: Sha256Hex) => Promise<boolean>,
  ): Promise<{ removed: number; last: Sha256Hex | undefined }>;
};

/** Only `written` has written anything. `lost`: another process holds the reservation or the claim to the key, or the file is gone. */
export type CommitOutcome =
  | 'written'
  | 'allowance_exhausted'
  | 'storage_full'
  | 'lost'
  /** The certificate that has the external id. */
  | { takenBy: CertificateId };
