/** Opens the threads that draw and judge proofs. */

import type { PdfSealer } from '../certificates/sealing/ports.ts';
import type { OnClose } from '../kernel/closing.ts';
import type { ConstanciaWriter } from './constancia/ports.ts';
import { openConstanciaWriter } from './constancia/writer.ts';
import { openPdfSealer } from './sealing/open-sealer.ts';
import type { EvidenceVerifier } from './verify-evidence/material.ts';
import { openEvidenceVerifier } from './verify-evidence/open-verifier.ts';

export type ProofThreads = {
  constancias: ConstanciaWriter;
  evidenceVerifier: EvidenceVerifier;
  pdfSealer: PdfSealer;
};

export function openProofThreads(onClose: OnClose): ProofThreads {
  return {
    constancias: openConstanciaWriter(onClose),
    evidenceVerifier: openEvidenceVerifier(onClose),
    pdfSealer: openPdfSealer(onClose),
  };
}
