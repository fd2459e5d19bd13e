/** What a verifier is given: the evidence, and what to compare the evidence with. */

import type { TrustedBlock } from '../anchors/anchor-verify.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import type { Lasting, LastingOptions } from './lasting.ts';

export type Evidence = {
  /** The document's digest under the algorithm that the proof uses, or undefined if not known. */
  digest?: (algorithm: StrongHash) => Promise<Uint8Array | undefined>;
  /** A time-stamp response or a bare token. */
  tsr?: Uint8Array;
  /** A blockchain proof: ours, or OriginStamp's. */
  xml?: Uint8Array;
  /** An evidence bundle, given instead of a time stamp and a blockchain proof. */
  bundle?: Uint8Array;
  /** A constancia as a PDF with the proofs inside it, given instead of all of the above. */
  constancia?: Uint8Array;
  /** An evidence record (RFC 4998), checked with its document. */
  record?: Uint8Array;
  /** A COSE receipt (RFC 9942) of our log or of another one. */
  receipt?: Uint8Array;
  /** SHA-256(0x00 ‖ document): the leaf of a log whose entry is the document itself. Receipts of other logs need it. */
  documentLeaf?: () => Promise<Uint8Array | undefined>;
  /** A PDF with time stamps inside it, given instead of all the fields above. */
  pdf?: Uint8Array;
  /** An ASiC container, which holds the document too, given instead of all the fields above. */
  asic?: Uint8Array;
  /** Certificates that may complete a chain; not trusted. */
  certificates?: readonly Uint8Array[];
  /**
   * Verifier keys of logs that the caller trusts; if given, one of them must have signed the checkpoint. For receipts
   * also COSE keys, as `cose:` followed by base64.
   */
  logKeys?: readonly string[];
  /** Keys from the same source as the evidence: one of them must have signed, but that confirms nothing. */
  servedLogKeys?: readonly string[];
  /** Blocks that are on the chain according to a source that the caller trusts. */
  trustedBlocks?: readonly TrustedBlock[];
  /** Stamped checkpoints and revocation answers that were kept with the time stamp outside a bundle. */
  lasting?: Lasting;
} & Omit<LastingOptions, 'logKeys'>;
