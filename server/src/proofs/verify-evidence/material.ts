/** Evidence that a caller sends to be judged, and the judgement; both can be passed to another thread. */

import type { EvidenceVerdict } from '@sello/proof';
import type { Text } from '../../kernel/errors.ts';
import type { ExaminedStamp, StampMaterial } from './examine-stamp.ts';

export type EvidenceMaterial = {
  /** Digests of the document by algorithm; empty if there is neither a file nor a hash. */
  digests: Readonly<Partial<Record<'SHA-256' | 'SHA-384' | 'SHA-512', Uint8Array>>>;
  /** SHA-256(0x00 ‖ document), if there is a file: receipts of other logs may have it as their entry. */
  documentLeaf: Uint8Array | undefined;
  parts: readonly { name: string; bytes: Uint8Array }[];
  /** What the caller trusts, separate from the evidence: PEM texts, and verifier keys of logs. */
  roots: readonly string[];
  logKeys: readonly string[];
  /** The day as of which signing certificates and algorithms are judged. */
  now: Date;
};

export type Judgement = { refused: Text } | { verdict: EvidenceVerdict; text: string };

/** The task of the thread. */
export type VerifierTask =
  | { kind: 'judge'; material: EvidenceMaterial }
  | { kind: 'examine'; material: StampMaterial };

/** Judges evidence in a separate thread. It counts against the limit of `holder`. */
export type EvidenceVerifier = {
  judge(holder: string, material: EvidenceMaterial): Promise<Judgement>;
  /** Whether a constancia can be adopted. */
  examine(holder: string, material: StampMaterial): Promise<ExaminedStamp>;
};
