/**
 * Shows a verdict: the checks by subject, then those that were skipped, then warnings, and what the evidence only
 * claims.
 */

import type { Claim, EvidenceCheck, EvidenceVerdict } from '@sello/proof';
import { checkRow } from './check-row.ts';
import { checkReason, warningText } from './check-text.ts';
import { checkPart, checkTitle } from './check-titles.ts';
import { make, mark } from './page-parts.ts';
import { LANGUAGE, WORDS } from './page-words.ts';

type Shown = Pick<
  EvidenceVerdict,
  'verdict' | 'accredited' | 'confirmed_by' | 'checks' | 'warnings' | 'claims'
>;

const VERDICT_MARKS = { valid: 'pass', unconfirmed: 'unconfirmed', invalid: 'fail' } as const;

export function checkList(shown: Shown): HTMLElement[] {
  const { verdict, checks, warnings, claims } = shown;
  const summary = make(
    'div',
    'checks-summary',
    mark(VERDICT_MARKS[verdict]),
    make(
      'div',
      '',
      make('p', 'checks-headline', `${WORDS.verdicts[verdict]}: ${headline(shown)}`),
      make('p', 'checks-counts', countsOf(checks)),
    ),
  );
  summary.dataset.verdict = verdict;
  return [
    summary,
    ...partsOf(checks.filter(({ outcome }) => outcome !== 'skipped')),
    ...notAsked(checks.filter(({ outcome }) => outcome === 'skipped')),
    ...remarks(warnings),
    ...claimed(claims),
  ];
}

/** The headline. For a valid verdict it says what the verdict rests on, and for an invalid one what failed. */
function headline({ verdict, accredited, confirmed_by, checks, warnings }: Shown): string {
  const isShared = warnings.some(({ code }) => code === 'stamp_shared');
  if (verdict === 'valid' && accredited && isShared) return WORDS.validShared;
  if (verdict === 'valid')
    return accredited
      ? WORDS.validAccredited
      : `${WORDS.valid}; ${WORDS.restsOn} ${confirmed_by.map((by) => WORDS.reached[by]).join(', ')}. ${WORDS.nobodyElse}`;
  if (verdict === 'unconfirmed') return WORDS.unconfirmed;
  const [failed] = checks.filter(({ outcome }) => outcome === 'fail');
  if (failed === undefined) return WORDS.invalid;
  const title = checkTitle(failed.name, failed.outcome, LANGUAGE);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function countsOf(checks: readonly EvidenceCheck[]): string {
  const count = (outcome: EvidenceCheck['outcome']) =>
    checks.filter((check) => check.outcome === outcome).length;
  return (['pass', 'tolerated', 'unconfirmed', 'fail', 'skipped'] as const)
    .filter((outcome) => outcome === 'pass' || outcome === 'fail' || count(outcome) > 0)
    .map((outcome) => WORDS.counts[outcome](count(outcome)))
    .join(', ');
}

function partsOf(checks: readonly EvidenceCheck[]): HTMLElement[] {
  const parts = [...new Set(checks.map(({ name }) => checkPart(name)))];
  return parts.map((part) =>
    make(
      'section',
      'checks-part',
      make('h3', '', WORDS.parts[part]),
      ...sortedRows(checks.filter(({ name }) => checkPart(name) === part)),
    ),
  );
}

/** Passed checks are folded, so that any other result is seen at once. */
function sortedRows(checks: readonly EvidenceCheck[]): HTMLElement[] {
  const passes = checks.filter(({ outcome }) => outcome === 'pass');
  const others = checks.filter(({ outcome }) => outcome !== 'pass');
  const folded = make(
    'details',
    'check-passes',
    make('summary', '', mark('pass'), WORDS.counts.pass(passes.length)),
    rows(passes),
  );
  return [...(others.length > 0 ? [rows(others)] : []), ...(passes.length > 0 ? [folded] : [])];
}

function notAsked(checks: readonly EvidenceCheck[]): HTMLElement[] {
  if (checks.length === 0) return [];
  const section = make(
    'section',
    'checks-part checks-skipped',
    make('h3', '', WORDS.notAsked),
    make('p', 'muted small', WORDS.notAskedWhy),
    rows(checks),
  );
  return [section];
}

function remarks(warnings: Shown['warnings']): HTMLElement[] {
  if (warnings.length === 0) return [];
  const list = make(
    'ul',
    'remarks',
    ...warnings.map(({ code, message }) => make('li', '', warningText(code, message, LANGUAGE))),
  );
  return [make('section', 'checks-part', make('h3', '', WORDS.remarks), list)];
}

/** Statements that no hash or signature protects. They are shown apart from what was checked. */
function claimed(claims: readonly Claim[]): HTMLElement[] {
  if (claims.length === 0) return [];
  const list = make(
    'dl',
    'claims',
    ...claims.map(({ name, value, anchor }) => {
      const which = anchor === undefined || anchor === 1 ? '' : ` (${WORDS.anchor} ${anchor})`;
      const item = make(
        'div',
        '',
        make('dt', '', `${WORDS.claimNames[name]}${which}`),
        make('dd', '', make('bdi', '', value)),
      );
      item.dataset.claim = name;
      return item;
    }),
  );
  return [
    make(
      'section',
      'checks-part checks-claims',
      make('h3', '', WORDS.claimed),
      make('p', 'muted small', WORDS.claimedWhy),
      list,
    ),
  ];
}

function rows(checks: readonly EvidenceCheck[]): HTMLElement {
  return make('ul', 'check-rows', ...checks.map(row));
}

function row({ name, outcome, because }: EvidenceCheck): HTMLElement {
  const title = checkTitle(name, outcome, LANGUAGE);
  return checkRow({ name, outcome, title, reason: checkReason(because, LANGUAGE) });
}
