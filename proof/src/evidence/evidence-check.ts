/** One check of some evidence, by its part and name: `timestamp.chain`. */

export type EvidenceCheck = {
  name: string;
  /**
   * `tolerated`: there is a known defect, and the authority's own rules put up with it. `unconfirmed`: nothing is
   * wrong, and nobody whom the verifier trusts vouches for it. `skipped`: there was nothing to compare with.
   */
  outcome: 'pass' | 'tolerated' | 'unconfirmed' | 'fail' | 'skipped';
  because: string;
};

/** What the program could not check for want of an algorithm is unconfirmed, whoever asked for it. */
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
