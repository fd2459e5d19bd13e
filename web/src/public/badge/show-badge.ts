/** Shows a badge's verdict: one of three words, what the badge says, and every check. */

import type { BadgeCheck, BadgeFacts, BadgeVerdict } from '@sello/proof/badges';
import { checkRow } from '../check-row.ts';
import { make, mark } from '../page-parts.ts';
import { dayText } from '../times.ts';
import { checkBadge } from './check-badge.ts';
import { BADGE_WORDS } from './text.ts';

const MARKS = { valid: 'pass', unconfirmed: 'unconfirmed', invalid: 'fail' } as const;

/** Rejects only if `signal` aborts. */
export async function showBadge(text: string, base: string, signal: AbortSignal): Promise<HTMLElement[]> {
  try {
    return shown(await checkBadge(text, base, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    return [make('p', 'note note-bad', BADGE_WORDS.tooLong)];
  }
}

function shown({ verdict, checks, facts }: BadgeVerdict): HTMLElement[] {
  const summary = make(
    'div',
    'checks-summary',
    mark(MARKS[verdict]),
    make(
      'div',
      '',
      make('p', 'checks-headline', `${BADGE_WORDS.words[verdict]}: ${BADGE_WORDS.headline[verdict]}`),
      ...(facts === undefined ? [] : [make('p', 'checks-counts', BADGE_WORDS.recipient)]),
    ),
  );
  summary.dataset.verdict = verdict;
  return [
    summary,
    ...(facts === undefined ? [] : [statements(facts)]),
    make('section', 'checks-part', make('ul', 'check-rows', ...checks.map(row))),
  ];
}

function statements({ name, issuer, issuerId, awardedOn, credits, parts }: BadgeFacts): HTMLElement {
  const { says } = BADGE_WORDS;
  const lines = [
    `${says.name}: ${name}`,
    `${says.issuer}: ${issuer} (${issuerId})`,
    ...(awardedOn === undefined ? [] : [`${says.awarded}: ${dayText(awardedOn.slice(0, 10))}`]),
    ...(credits === undefined ? [] : [`${says.credits}: ${credits}`]),
    ...(parts.length === 0 ? [] : [`${says.parts}: ${parts.length}`]),
  ];
  return make('ul', 'statements', ...lines.map((line) => make('li', '', line)));
}

function row({ name, outcome, because }: BadgeCheck): HTMLElement {
  const title = BADGE_WORDS[outcome === 'fail' ? 'fails' : 'titles'][name];
  return checkRow({ name, outcome, title, reason: BADGE_WORDS.reasons[because] });
}
