/** Why and when a certificate was revoked (RFC 5280 §5.3.1), as lists and OCSP answers both tell it. */
import { type DerElement, readSmallInteger, TAG } from './der.ts';
import { ProofError } from './proof-error.ts';

export type Revocation = {
  at: Date;
  /** Undefined where none was given. */
  reason: RevocationReason | undefined;
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

/** By number. 7 was never given out, and 8 (removeFromCRL) has a meaning in delta lists alone. */
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
    throw new ProofError('revocation_unusable', `${number} is no reason for a revocation`);
  }
  return reason;
}
