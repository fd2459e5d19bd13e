/** A legal hold. While it stands, nothing that it covers may be erased, neither by a person nor because of its age. */

import { AppError } from '../kernel/errors.ts';
import type { AccountId, CertificateId, HoldId, MemberId } from '../kernel/ids.ts';

/**
 * An `account` hold covers everything in the account. A `member` hold covers the member's record, everything that
 * refers to it, and the member's documents.
 */
export const HOLD_KINDS = ['account', 'member', 'certificate'] as const;

export type HoldTarget =
  | { kind: 'account'; id: AccountId }
  | { kind: 'member'; id: MemberId }
  | { kind: 'certificate'; id: CertificateId };

export type LegalHold = {
  id: HoldId;
  accountId: AccountId;
  kind: HoldTarget['kind'];
  target: string;
  /** The reason may be confidential, so only the operator sees it. */
  reason: string;
  since: Date;
  liftedAt: Date | undefined;
};

/** The error says that there is a hold and since when, but not why. */
export function underHold(since: Date): AppError {
  const day = since.toISOString().slice(0, 10);
  return new AppError('legal_hold', {
    en: `A legal hold has stood since ${day}: nothing that it covers can be erased. Only the operator of the service lifts it.`,
    es: `Desde el ${day} hay una retención legal: nada de lo que abarca puede borrarse. Solo el operador del servicio la levanta.`,
  });
}
