/** Turns findings into a verdict: one result per check, and tolerated defects as warnings. */
import type { CheckOutcome } from '../check-outcome.ts';
import type { SigningChain } from '../x509/signing-chain.ts';
import type { Quirk, TrustProfile } from '../x509/trust-profile.ts';
import type { TimestampToken } from './timestamp.ts';
import type { CheckName, TimestampFinding } from './timestamp-checks.ts';

export type Check = CheckOutcome<CheckName> & {
  /** Defects in spite of which the check passed, because the matched profile tolerates them. */
  tolerated?: readonly Quirk[];
};

export type Warning = { code: Quirk; message: string };

export type TimestampVerdict = {
  verdict: 'trusted' | 'untrusted';
  /** The token is untrusted only because its chain leads to no known root, and no known root contradicts it. */
  isAuthorityUnknown: boolean;
  /** Every check, always in the same order. */
  checks: readonly Check[];
  /** Defects that the matched profile tolerates. */
  warnings: readonly Warning[];
  token: TimestampToken | undefined;
  /** Name of the profile whose root ends the chain. */
  profile: string | undefined;
  /** True only for a trusted token of an accredited profile. */
  accredited: boolean;
  /** From the signer up to the root; empty if no chain was found. */
  chain: SigningChain;
};

/** The authority that a token was traced to. */
export type Match = { profile: TrustProfile; chain: SigningChain };

/** A token is trusted only if every check passed, except checks for which the caller gave nothing to compare with. */
export function judge(
  findings: readonly TimestampFinding[],
  token: TimestampToken | undefined,
  match: Match | undefined,
  isRootUnknown = false,
): TimestampVerdict {
  const tolerated = match?.profile.toleratedQuirks ?? [];
  const isTolerated = ({ quirk }: TimestampFinding): boolean =>
    quirk !== undefined && tolerated.includes(quirk);
  const checks = CHECK_ORDER.map((name) =>
    summarize(
      name,
      findings.filter((finding) => finding.name === name),
      isTolerated,
    ),
  );
  const isTrusted = checks.every(
    ({ name, outcome }) => outcome === 'pass' || (outcome === 'skipped' && OPTIONAL_CHECKS.has(name)),
  );
  return {
    verdict: isTrusted ? 'trusted' : 'untrusted',
    isAuthorityUnknown:
      isRootUnknown && checks.every(({ name, outcome }) => name === 'chain' || outcome !== 'fail'),
    checks,
    warnings: findings.flatMap((finding) =>
      finding.quirk !== undefined && isTolerated(finding)
        ? [{ code: finding.quirk, message: finding.because }]
        : [],
    ),
    token,
    profile: match?.profile.name,
    accredited: isTrusted && match?.profile.accredited === true,
    chain: match?.chain ?? [],
  };
}

const CHECK_ORDER: readonly CheckName[] = [
  'structure',
  'status',
  'imprint',
  'nonce',
  'policy',
  'gen_time',
  'time_syntax',
  'signer_certificate',
  'message_digest',
  'signature',
  'ess_certificate',
  'certificate_profile',
  'chain',
];

const OPTIONAL_CHECKS: ReadonlySet<CheckName> = new Set<CheckName>(['imprint', 'nonce', 'gen_time']);

function summarize(
  name: CheckName,
  findings: readonly TimestampFinding[],
  isTolerated: (finding: TimestampFinding) => boolean,
): Check {
  const [only, second] = findings;
  // The usual case: one finding, no defect.
  if (only !== undefined && second === undefined && only.outcome === 'pass') return only;
  const failed = findings.filter((finding) => finding.outcome === 'fail' && !isTolerated(finding));
  if (failed.length > 0) {
    return { name, outcome: 'fail', because: failed.map((finding) => finding.because).join('; ') };
  }
  if (findings.length === 0)
    return { name, outcome: 'skipped', because: 'an earlier check left nothing to look at' };
  const unchecked = findings.find(({ isUncheckable }) => isUncheckable === true);
  if (unchecked !== undefined) return { ...unchecked, outcome: 'skipped' };
  const outcome = findings.every((finding) => finding.outcome === 'skipped') ? 'skipped' : 'pass';
  const tolerated = findings.flatMap(({ outcome: found, quirk }) =>
    found === 'fail' && quirk !== undefined ? [quirk] : [],
  );
  return { name, outcome, because: because(findings), ...(tolerated.length > 0 && { tolerated }) };
}

/**
 * The reason that a check gives. If it has tolerated defects, only those are named, and marked as tolerated, because
 * the other findings would contradict them.
 */
function because(findings: readonly TimestampFinding[]): string {
  const defects = findings.filter(({ outcome }) => outcome === 'fail');
  return (defects.length > 0 ? defects : findings)
    .map(({ outcome, quirk, because: why }) =>
      outcome === 'fail' && quirk !== undefined ? `tolerated here (${quirk}): ${why}` : why,
    )
    .join('; ');
}
