/** One check of some evidence, by its part and name: `timestamp.chain`. */

export type EvidenceCheck = {
  name: string;
  /**
   * `tolerated`: there is a known defect, which the authority's trust profile tolerates. `unconfirmed`: nothing is
   * wrong, but the evidence leads to nothing that the verifier trusts. `skipped`: there was nothing to compare with.
   */
  outcome: 'pass' | 'tolerated' | 'unconfirmed' | 'fail' | 'skipped';
  because: string;
};

/**
 * A check that failed only because this program lacks an algorithm leaves the evidence unconfirmed, even if a caller
 * demanded the check.
 */
export function prefixed(
  part: string,
  checks: readonly (EvidenceCheck & { isUncheckable?: true })[],
): EvidenceCheck[] {
  return checks.map(({ name, outcome, because, isUncheckable }) => ({
    name: `${part}.${name}`,
    outcome: isUncheckable === true ? 'unconfirmed' : outcome,
    because,
  }));
}
