/** Shows what waits for this person's decision: counts in the navigation, and a notice on the first page. */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { api } from '../api.ts';
import { type Act, useMay } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { SHELL_TEXT } from './text.ts';

const KINDS = ['awards', 'courses', 'renewals', 'draws'] as const;

type Kind = (typeof KINDS)[number];
type Waiting = { kind: Kind; count: number; isMore: boolean };

/** People who may not decide see nothing, because nothing waits for them. */
const ACTS: Record<Kind, Act> = {
  awards: 'approveAward',
  courses: 'accreditCourse',
  renewals: 'approveRenewal',
  draws: 'decideReview',
};
const LISTS: Record<Kind, string> = {
  awards: '/memberships/awards',
  courses: '/memberships/courses?status=proposed',
  renewals: '/memberships/renewals?tab=requested',
  draws: '/memberships/draws?tab=reviews',
};
const REFRESH_MS = 60_000;

function useWaiting(): readonly Waiting[] {
  const may = useMay();
  const [mode] = useMode();
  const kinds = KINDS.filter((kind) => may(ACTS[kind]));
  const { data } = useQuery({
    // The overview uses the same query, and every decision repeats it.
    queryKey: ['overview', mode],
    queryFn: () => api.readOverview({ mode }),
    enabled: kinds.length > 0 && may('readOverview'),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined) return [];
  const { overview } = data;
  const found = {
    awards: overview.awards_pending,
    courses: overview.courses_proposed,
    renewals: overview.renewals_requested,
    draws: overview.reviews_to_decide,
  };
  return kinds
    .map((kind) => ({ kind, count: found[kind].count, isMore: found[kind].more }))
    .filter(({ count }) => count > 0);
}

/**
 * The count behind a link of the navigation: a number to see, and a description for screen readers. Nothing is shown
 * for zero.
 */
export function useWaitingCount(of: string): { count: ReactNode; description: string | undefined } {
  const text = useText(SHELL_TEXT);
  const formats = useFormats();
  const waiting = useWaiting().filter(({ kind }) => of === 'memberships' || kind === of);
  if (waiting.length === 0) return { count: null, description: undefined };
  const count = waiting.reduce((sum, one) => sum + one.count, 0);
  const shown = `${formats.number(count)}${waiting.some(({ isMore }) => isMore) ? '+' : ''}`;
  return {
    count: (
      <span className="waiting-count" aria-hidden="true">
        {shown}
      </span>
    ),
    description: text.waitingCount(shown),
  };
}

/** One line, with a link to each list. */
export function WaitingNotice() {
  const text = useText(SHELL_TEXT);
  const formats = useFormats();
  const waiting = useWaiting();
  if (waiting.length === 0) return null;
  return (
    <section className="waiting-notice" aria-label={text.waiting}>
      <Icon name="clock" />
      <p>
        <strong>{text.waiting}:</strong>{' '}
        {waiting.map(({ kind, count, isMore }, index) => (
          <span key={kind}>
            {index > 0 && ' · '}
            <Link href={LISTS[kind]}>
              {text.waitingKinds[kind](count, `${formats.number(count)}${isMore ? '+' : ''}`)}
            </Link>
          </span>
        ))}
      </p>
    </section>
  );
}
