/** Why and when a certificate was revoked (RFC 5280 §5.3.1), in lists and OCSP answers. */
import { type DerElement, readSmallInteger, TAG } from '../encoding/der.ts';
import { ProofError } from '../proof-error.ts';

export type Revocation = {
  at: Date;
  /** Undefined if none was given. */
  reason: RevocationReason | undefined;
  /** The time from which the key must not be trusted, if the issuer states it (invalidityDate, RFC 5280 §5.3.2). */
  invalidFrom?: Date;
};

export type RevocationReason =
  | 'unspecified'
  | 'keyCompromise'
  | 'cACompromise'
  | 'affiliationChanged'
  | 'superseded'
  | 'cessationOfOperation'
  | 'certificateHold'
  | 'privilegeWithdrawn'
  | 'aACompromise';

/** Reasons by number. 7 is unassigned, and 8 (removeFromCRL) is only used in delta lists. */
const REASONS: readonly (RevocationReason | undefined)[] = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  undefined,
  undefined,
  'privilegeWithdrawn',
  'aACompromise',
];

export function readRevocationReason(element: DerElement): RevocationReason {
  const number = readSmallInteger(element, TAG.enumerated);
  const reason = REASONS[number];
  if (reason === undefined) {
    throw new ProofError('revocation_unusable', `${number} is not a known revocation reason`);
  }
  return reason;
}
