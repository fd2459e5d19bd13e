/** Opens the threads that draw and judge proofs. */

import type { OnClose } from '../kernel/closing.ts';
import type { ConstanciaWriter } from './constancia/ports.ts';
import { openConstanciaWriter } from './constancia/writer.ts';
import type { EvidenceVerifier } from './verify-evidence/material.ts';
import { openEvidenceVerifier } from './verify-evidence/open-verifier.ts';

export type ProofThreads = { constancias: ConstanciaWriter; evidenceVerifier: EvidenceVerifier };

export function openProofThreads(onClose: OnClose): ProofThreads {
  return { constancias: openConstanciaWriter(onClose), evidenceVerifier: openEvidenceVerifier(onClose) };
}
