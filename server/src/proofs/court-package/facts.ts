/** The facts from which the acta of a court package is composed. */

import type { BundleFacts } from '@sello/proof';
import type { Certificate } from '../../certificates/certificate.ts';
import type { KeptStatement } from '../../timestamps/statements/ports.ts';

export type CourtFacts = {
  serviceName: string;
  verificationUrl: string;
  certificate: Certificate;
  /** The name of the account. Undefined for readers outside the account. */
  applicant: string | undefined;
  /** The place of the original in the package, whether the original is included or must be added. */
  original: { path: string; isIncluded: boolean };
  /** The SHA-256 of the provider's response. */
  tsrSha256: string;
  /** Whether the stamp comes from this service's own authority, which is not accredited. */
  isOwnAuthority: boolean;
  stamp: BundleFacts;
  /** The signer first, the root last. */
  chain: readonly ChainFacts[];
  statement: KeptStatement | undefined;
  anchor: { network: string; blockNumber: number; blockHash: string } | undefined;
  /** The names of the files in `evidencia/`. */
  evidence: ReadonlySet<string>;
};

export type ChainFacts = {
  subject: string;
  issuer: string;
  /** As OpenSSL prints it. */
  serial: string;
  notBefore: Date;
  notAfter: Date;
  /** The SHA-256 of the certificate, as OpenSSL prints it: pairs of digits with colons. */
  fingerprint: string;
};

export const EVIDENCE_FOLDER = 'evidencia/';
/** In a package without the original, the file that says what must be copied into its folder. */
export const REMINDER = 'original/AGREGUE-EL-ORIGINAL.txt';
export const ORIGINAL_FOLDER = 'original/';
/** Where the commands of the acta write their output. The package itself has no such folder. */
export const STEPS_FOLDER = 'comprobacion/';
