/** What sealing needs from outside. */

import type { ValidationData } from '@sello/proof';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import type { NewCertificate } from '../ports.ts';
import type { Requester, SealFault } from './seal.ts';

/**
 * Reads and seals PDFs of strangers in a thread of its own, within limits of time and memory. `holder` is the account
 * whose share it uses. Rejects if too many PDFs are waiting.
 */
export type PdfSealer = {
  /** Why the PDF cannot be sealed; undefined if it can. `read` is called once a slot is free. */
  judge(holder: AccountId, read: () => Promise<Uint8Array>): Promise<SealFault | undefined>;
  /** The SHA-256 that the stamp inside the PDF covers. The same PDF and id give the same digest. */
  digest(holder: AccountId, pdf: Uint8Array, fileId: Uint8Array): Promise<Sha256Hex>;
  /** The bytes that follow the PDF in its sealed copy. */
  revisions(
    holder: AccountId,
    pdf: Uint8Array,
    fileId: Uint8Array,
    tsr: Uint8Array,
    data: ValidationData,
  ): Promise<Uint8Array>;
};

/** A copy that this process has taken and must make. */
export type TakenSeal = {
  owner: Owner;
  /** The certificate of the original. */
  certificateId: CertificateId;
  copyId: CertificateId;
  orderId: CertificateId;
  fileId: Uint8Array;
  /** The stamp that goes inside, if it was already bought. */
  stamp: Pick<Stamp, 'tsr' | 'chain'> | undefined;
  /** The person who ordered it; undefined for a key. */
  orderedBy: Requester | undefined;
  attempts: number;
};

export type SealOutcome = 'sealed' | 'file_erased' | 'storage_full' | 'lost';

export type SealStore = {
  /** Takes the copy that has been due longest and that no living process is making. */
  take(now: Date): Promise<TakenSeal | undefined>;
  /** Keeps the stamp that goes inside, so that it is bought once. False if another process has taken the copy. */
  keepStamp(seal: TakenSeal, stamp: Pick<Stamp, 'tsr' | 'chain'>, now: Date): Promise<boolean>;
  /**
   * Writes the certificate of the copy, using the reserved one, and marks the original as sealed: both in one
   * transaction.
   */
  finish(seal: TakenSeal, made: NewCertificate, now: Date): Promise<SealOutcome>;
  /** Gives up, and returns the reserved certificate to the allowance: both or neither. */
  giveUp(seal: TakenSeal, fault: SealFault, now: Date): Promise<void>;
  /** Postpones the copy. */
  putOff(seal: TakenSeal, until: Date, now: Date): Promise<void>;
};
