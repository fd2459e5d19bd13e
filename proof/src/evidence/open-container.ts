/** Opens a file that holds several proofs at once: a bundle, or a constancia as a PDF. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { ProofError } from '../proof-error.ts';
import { readBundle } from './bundle.ts';
import { checkBundle } from './check-bundle.ts';
import { openConstancia } from './constancia.ts';
import { type EvidenceCheck, prefixed } from './evidence-check.ts';
import type { Lasting } from './lasting.ts';

type OpenedContainer = {
  /** Undefined if the proofs cannot be read. */
  proofs:
    | {
        tsr: Uint8Array;
        chain: readonly Uint8Array[];
        xml: Uint8Array | undefined;
        lasting: Lasting;
        /** The record that leads from the document to a stamp over a tree of hashes, and the document's fingerprint. */
        record?: Uint8Array | undefined;
        fileSha256?: Uint8Array | undefined;
      }
    | undefined;
  /** Checks of the container itself. */
  checks: readonly EvidenceCheck[];
};

export async function openContainer(
  engine: CryptoEngine,
  { bundle, constancia }: { bundle?: Uint8Array; constancia?: Uint8Array },
): Promise<OpenedContainer> {
  if (bundle !== undefined) return openBundle(engine, bundle);
  if (constancia === undefined) return { proofs: undefined, checks: [] };
  const { proofs, checks } = openConstancia(constancia);
  return { proofs, checks: prefixed('constancia', checks) };
}

async function openBundle(engine: CryptoEngine, zip: Uint8Array): Promise<OpenedContainer> {
  try {
    const proofs = readBundle(zip);
    const checks = await checkBundle(engine, proofs);
    return { proofs, checks: prefixed('bundle', checks) };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const because = error.message;
    return { proofs: undefined, checks: [{ name: 'bundle.structure', outcome: 'fail', because }] };
  }
}
