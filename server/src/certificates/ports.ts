/** What is kept of certificates, and what makes one. */

import type { AuditNote } from '../audit/ports.ts';
import type { AccountId, CertificateId, KeyId } from '../kernel/ids.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { AccountRead } from '../keys/account-read.ts';
import type { Certificate, CertificateStatus } from './certificate.ts';

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
