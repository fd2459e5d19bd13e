/**
 * What the caller asked to compare the evidence with. Each kind of evidence reports which of these demands it answered,
 * and an unanswered demand fails. Otherwise, `--trusted-block` beside evidence that knows no blocks would look like a
 * passed check although no check was made.
 */

import type { TrustProfile } from '../x509/trust-profile.ts';
import type { EvidenceCheck } from './evidence-check.ts';
import type { Evidence } from './given-evidence.ts';

/** Several values of `root`, `log_key` and `trusted_block` may be given; one of each must match. */
export type Demand = 'document' | 'root' | 'log_key' | 'trusted_block';

export function demandsOf(evidence: Evidence, trust: readonly TrustProfile[]): Demand[] {
  const isDemanded: Readonly<Record<Demand, boolean>> = {
    document: evidence.digest !== undefined,
    root: trust.some(({ from }) => from === 'demanded'),
    log_key: evidence.logKeys !== undefined,
    trusted_block: evidence.trustedBlocks !== undefined,
  };
  return (Object.keys(isDemanded) as Demand[]).filter((demand) => isDemanded[demand]);
}

export function unansweredDemands(
  demands: readonly Demand[],
  answered: readonly Demand[],
): readonly EvidenceCheck[] {
  return demands
    .filter((demand) => !answered.includes(demand))
    .map((demand) => ({ name: `demand.${demand}`, outcome: 'fail', because: UNANSWERED[demand] }));
}

const UNANSWERED: Readonly<Record<Demand, string>> = {
  document: 'a document was given, and no proof here could be compared with it',
  root: 'a root certificate was given, and there is no time stamp here whose chain could lead to it',
  log_key: 'a key of a log was given, and nothing here is signed by a log',
  trusted_block: 'a block was given, and no proof here leads to a block',
};
