/** Shows a verdict: passed and failed checks by subject, and separately those that were skipped. */

import type { EvidenceCheck, EvidenceVerdict } from '@sello/proof';
import { checkPart, checkReason, checkTitle, warningText } from './check-text.ts';
import { make, mark } from './page-parts.ts';
import { LANGUAGE, WORDS } from './page-words.ts';

type Shown = Pick<EvidenceVerdict, 'verdict' | 'accredited' | 'checks' | 'warnings'>;

export function checkList({ verdict, accredited, checks, warnings }: Shown): HTMLElement[] {
  const count = (outcome: EvidenceCheck['outcome']) =>
    checks.filter((check) => check.outcome === outcome).length;
  const isValid = verdict === 'valid';
  const headline = isValid ? (accredited ? WORDS.validAccredited : WORDS.valid) : whatFails(checks);
  const summary = make(
    'div',
    'checks-summary',
    mark(isValid ? 'pass' : 'fail'),
    make(
      'div',
      '',
      make('p', 'checks-headline', headline),
      make('p', 'checks-counts', WORDS.counts(count('pass'), count('fail'), count('skipped'))),
    ),
  );
  summary.dataset.verdict = verdict;
  return [
    summary,
    ...partsOf(checks.filter(({ outcome }) => outcome !== 'skipped')),
    ...notAsked(checks.filter(({ outcome }) => outcome === 'skipped')),
    ...remarks(warnings),
  ];
}

/** An untrusted authority is a different problem than altered evidence. */
function whatFails(checks: readonly EvidenceCheck[]): string {
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  const isUnvouched = failed.length > 0 && failed.every(({ name }) => name === 'timestamp.chain');
  return isUnvouched ? WORDS.unvouched : WORDS.invalid;
}

function partsOf(checks: readonly EvidenceCheck[]): HTMLElement[] {
  const parts = [...new Set(checks.map(({ name }) => checkPart(name)))];
  return parts.map((part) =>
    make(
      'section',
      'checks-part',
      make('h3', '', WORDS.parts[part]),
      rows(checks.filter(({ name }) => checkPart(name) === part)),
    ),
  );
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

function rows(checks: readonly EvidenceCheck[]): HTMLElement {
  return make('ul', 'check-rows', ...checks.map(row));
}

function row({ name, outcome, because }: EvidenceCheck): HTMLElement {
  const item = make(
    'li',
    'check-row',
    mark(outcome),
    make(
      'div',
      '',
      make(
        'p',
        'check-title',
        make('span', 'visually-hidden', `${WORDS.outcomes[outcome]}: `),
        checkTitle(name, LANGUAGE),
      ),
      make('p', 'check-reason', checkReason(because, LANGUAGE)),
    ),
    make('code', 'check-name', name),
  );
  item.dataset.outcome = outcome;
  item.dataset.check = name;
  return item;
}
