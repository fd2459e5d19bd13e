/**
 * What evidence kept for later years contributes to the verdict: whether the time stamp still proves something after
 * its keys have expired or lost their trust.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { TimestampVerdict } from '../timestamps/timestamp-verdict.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { NOTHING_LASTING } from './bundle-lasting.ts';
import { prefixed } from './evidence-check.ts';
import type { Part } from './evidence-verdict.ts';
import { judgeLasting, type Lasting, type LastingOptions, type LastingVerdict } from './lasting.ts';

/** The part of a verifier's input that is needed here. */
type Given = LastingOptions & {
  digest?: (algorithm: StrongHash) => Promise<Uint8Array | undefined>;
  lasting?: Lasting;
};

/** Undefined if nothing was kept and no day was given. `unpacked` is the kept evidence of a bundle. */
export async function lastingPart(
  engine: CryptoEngine,
  evidence: Given,
  { verdict: stamp, isShared }: { verdict: TimestampVerdict; isShared: boolean },
  unpacked: { lasting: Lasting } | undefined,
  trust: readonly TrustProfile[],
): Promise<Part | undefined> {
  const kept = unpacked?.lasting ?? evidence.lasting ?? NOTHING_LASTING;
  const { algorithm, digest } = stamp.token?.info.imprint ?? {};
  // A leaf of the forms v1 and v2 contains the SHA-256 of the file, whatever digest the token stamps.
  const isOfFile = algorithm === 'SHA-256' && !isShared;
  const fileSha256 = isOfFile ? digest : await evidence.digest?.('SHA-256');
  const judged = await judgeLasting(engine, stamp, fileSha256, kept, trust, evidence);
  if (judged === undefined) return undefined;
  return {
    checks: prefixed('timestamp', judged.checks),
    warnings: judged.warnings,
    answers: isInSignedLog(judged) ? ['log_key'] : [],
    reaches: [],
  };
}

/**
 * A pinned key of the log counts as reached, even without a blockchain proof, if it signed a checkpoint that holds the
 * token. A checkpoint that does not hold the token says nothing about it.
 */
function isInSignedLog({ checks }: LastingVerdict): boolean {
  const has = (wanted: string) => checks.some(({ name, outcome }) => name === wanted && outcome === 'pass');
  return ['', 'later_'].some((of) => has(`${of}checkpoint_key`) && has(`${of}checkpoint_entry`));
}
