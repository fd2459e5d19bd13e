/** What lasting evidence contributes to the verdict: whether the time stamp outlives its keys. */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { TimestampVerdict } from '../timestamps/timestamp-verdict.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { NOTHING_LASTING } from './bundle-lasting.ts';
import { prefixed } from './evidence-check.ts';
import type { Part } from './evidence-verdict.ts';
import { judgeLasting, type Lasting, type LastingOptions } from './lasting.ts';

/** As much as this needs of what a verifier is given. */
type Given = LastingOptions & {
  digest?: (algorithm: StrongHash) => Promise<Uint8Array | undefined>;
  lasting?: Lasting;
};

/** Undefined where nothing was kept and no day was given. `unpacked`: what a bundle holds. */
export async function lastingPart(
  engine: CryptoEngine,
  evidence: Given,
  stamp: TimestampVerdict,
  unpacked: { lasting: Lasting } | undefined,
  trust: readonly TrustProfile[],
): Promise<Part | undefined> {
  const kept = unpacked?.lasting ?? evidence.lasting ?? NOTHING_LASTING;
  const { algorithm, digest } = stamp.token?.info.imprint ?? {};
  // Leaves are made of SHA-256, whatever the token stamps.
  const fileSha256 = algorithm === 'SHA-256' ? digest : await evidence.digest?.('SHA-256');
  const judged = await judgeLasting(engine, stamp, fileSha256, kept, trust, evidence);
  if (judged === undefined) return undefined;
  return {
    checks: prefixed('timestamp', judged.checks),
    warnings: judged.warnings,
    // A checkpoint that a pinned key signed answers for that key, also without a blockchain proof.
    answers: judged.checks.some(({ name, outcome }) => name === 'checkpoint_key' && outcome === 'pass')
      ? ['log_key']
      : [],
    reaches: [],
  };
}
