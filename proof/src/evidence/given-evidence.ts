/** What a verifier is given: evidence, and what to compare it with. */

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
  /** An evidence bundle, instead of the two above. */
  bundle?: Uint8Array;
  /** A constancia as a PDF, with the proofs inside it, instead of all of these. */
  constancia?: Uint8Array;
  /** An evidence record (RFC 4998), checked with its document. */
  record?: Uint8Array;
  /** Certificates that may complete a chain; not trusted. */
  certificates?: readonly Uint8Array[];
  /** Verifier keys of logs that the caller trusts; if given, one of them must have signed the checkpoint. */
  logKeys?: readonly string[];
  /** Keys from the same source as the evidence: one of them must have signed, but that confirms nothing. */
  servedLogKeys?: readonly string[];
  /** Blocks that are on the chain according to the caller's own source; if given, one must confirm the proof. */
  trustedBlocks?: readonly TrustedBlock[];
  /** Stamped checkpoints and revocation answers kept with the time stamp, where they are not in a bundle. */
  lasting?: Lasting;
} & Omit<LastingOptions, 'logKeys'>;
