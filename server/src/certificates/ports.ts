/** The store for certificates. */

import type { AuditNote } from '../audit/ports.ts';
import type { LongDigestHex, NamedFile } from '../kernel/file-digest.ts';
import type { AccountId, CertificateId, KeyId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { AccountRead } from '../operations/account-read.ts';
import type { TimestampFacts } from '../timestamps/ports.ts';
import type { Certificate, CertificateStatus, FileLife } from './certificate.ts';
import type { SealOrder } from './sealing/seal.ts';
import type { StoredFiles } from './stored-files.ts';

export type CertificateFilter = {
  status?: CertificateStatus;
  documentType?: string;
  sha256?: Sha256Hex;
  externalId?: string;
  /** The certificate must have all of these. */
  metadata?: Record<string, string>;
  tag?: string;
  /** Restricts the list to these certificates. */
  ids?: readonly CertificateId[];
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
  /** The certificate after which the page begins; then `offset` is 0. */
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
  /** If several files share the stamp: the hashes that lead from this file to it (`shared-stamps/way.ts`). */
  way?: Uint8Array | undefined;
};

/** A token with the entry that the log publishes. The entry is kept with the log. */
export type NewToken = StoredToken & { entry: Uint8Array };

export type IdempotentRequest = {
  /** The method and path of the request. */
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
  /** The key that made it. Undefined for a person in the dashboard. */
  keyId: KeyId | undefined;
  certificate: Certificate;
  token: NewToken;
  /** The SHA-256 of the token, if it was adopted. */
  adoptedToken?: Uint8Array;
  /** The file. Undefined if only its fingerprint was sent. */
  sent?: {
    /** The account's files before this one was stored. */
    before: Pick<StoredFiles, 'erasures'>;
    /**
     * Whether the file is still stored. It is called if files of the account were erased meanwhile, because this one
     * may have been among them.
     */
    isThere(): Promise<boolean>;
  };
  /** The sealed copy that is made later. */
  sealOrder?: SealOrder;
  /** A note for the audit log, written in the same transaction. */
  note?: AuditNote;
};

export type CertificateStore = {
  /**
   * Reads a page of all certificates, or of those with a status. The cost does not depend on `offset`. Undefined if
   * the account has no certificate `after`.
   */
  page(asked: ListAsked): AccountRead<CertificatePage | undefined>;
  one(id: CertificateId): AccountRead<Certificate | undefined>;
  /** Finds a certificate by the random part of its public address. */
  byCode(code: string): AccountRead<Certificate | undefined>;
  withToken(id: CertificateId): AccountRead<{ certificate: Certificate; token: StoredToken } | undefined>;
  /** How much the account keeps in the file store, and how much it may keep. */
  files: AccountRead<StoredFiles>;
  /** A certificate of the owner that has this time stamp over this file, whether adopted or bought. */
  stampedAlready(
    owner: Owner,
    file: NamedFile,
    stamp: Pick<TimestampFacts, 'serial' | 'policyOid' | 'genTime'>,
  ): Promise<CertificateId | undefined>;
  /** The newest hundred certificates of files with this digest. */
  byDigest(digest: Sha256Hex | LongDigestHex): AccountRead<Certificate[]>;
  /** The newest certificates of each of these hashes, at most `most` of each. */
  byHashes(hashes: readonly Sha256Hex[], most: number): AccountRead<Map<Sha256Hex, Certificate[]>>;

  /**
   * Claims the idempotency key and, if `setsAside`, reserves one certificate of the allowance, atomically across any
   * number of processes. What a dead process had claimed or reserved is free again. The same round trip looks up
   * which certificate has the external id; `commit` decides whether it is free.
   */
  begin(
    accountId: AccountId,
    setsAside: boolean,
    idempotent: IdempotentRequest | undefined,
    now: Date,
    wanted?: WantedId,
  ): Promise<CertificateStart>;
  /** Reserves one more certificate of the allowance, for a sealed copy. Undefined if there is none left. */
  reserveAnother(accountId: AccountId, now: Date): Promise<number | undefined>;
  /** Undoes `begin`. It does nothing if the certificate was written after all. */
  abandon(
    accountId: AccountId,
    reservation: number | undefined,
    idempotent: IdempotentRequest | undefined,
  ): Promise<void>;
  /**
   * Announces that `commit` will soon be called for one more certificate of the account and mode, so that those which
   * are ready may be written together with it. Call the returned function when the certificate has been committed or
   * abandoned.
   */
  announce(owner: Owner): () => void;
  /**
   * Writes certificate, token, leaf, code, number, allowance and replayable answer in one statement; once it resolves
   * they survive a crash. A live certificate without a reservation is taken from the allowance now. Across all
   * processes, the files of an account and mode never exceed their limit, and no certificate is written for a file that
   * was erased meanwhile. Within an account and mode, external ids and adopted tokens are unique.
   */
  commit(
    made: NewCertificate,
    reservation: number | undefined,
    idempotent: (IdempotentRequest & { answer: StoredAnswer }) | undefined,
  ): Promise<CommitOutcome>;
};

/** Files that are to be erased: those of one account and mode that were made at or before the time `before`. */
type DueFiles = Owner & { before: Date };

/** Which files of the removal queue to take: those that come after the file `after`, or only the file `only`. */
export type QueuedFiles = { after?: Sha256Hex | undefined; only?: Sha256Hex | undefined };

/** Erases original files that are no longer kept. */
export type ErasureStore = {
  /** The accounts and modes with files that are older than the age limit of the account or of test mode. */
  due(life: FileLife, now: Date): Promise<DueFiles[]>;
  /**
   * Marks the next files as erased and queues them for removal, or does neither. Files that a legal hold keeps are
   * skipped.
   */
  markLot(due: DueFiles, now: Date): Promise<{ marked: number; isMore: boolean }>;
  /**
   * Marks and queues the file of one certificate together with its sealed copy or its original, because both have the
   * same content. Each file gets an entry in the audit log. Rejects with `legal_hold` if a hold keeps one of them.
   * Empty if there is no such certificate or its file is not kept any more; then nothing is written.
   */
  markOne(owner: Owner, certificateId: CertificateId, note: AuditNote): Promise<Sha256Hex[]>;
  /** Accounts with files in the queue. */
  queuedAccounts(): Promise<AccountId[]>;
  /**
   * Calls `remove` for the next of these queued files that no certificate of the account needs. No certificate of the
   * account can be written meanwhile. A file leaves the queue if `remove` resolves with true for it, or if it is still
   * needed. `last` is the file after which to go on; undefined at the end of the queue.
   */
  removeLot(
    accountId: AccountId,
    which: QueuedFiles,
    remove: (sha256: Sha256Hex) => Promise<boolean>,
  ): Promise<{ removed: number; last: Sha256Hex | undefined }>;
};

/**
 * How a commit ended. Nothing was written unless it is `written`. `lost` means that another process holds the
 * reservation or the claim to the key, or that the file is gone.
 */
export type CommitOutcome =
  | 'written'
  | 'allowance_exhausted'
  | 'storage_full'
  | 'lost'
  /** The certificate that has the external id. */
  | { takenBy: CertificateId }
  /** The certificate that has adopted the same token. */
  | { adoptedBy: CertificateId };
