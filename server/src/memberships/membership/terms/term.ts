/** A term: the period in which a member earns what the renewal requires. */

import { type ChecklistItem, wholeYears } from '@sello/rules';
import type { MembershipId } from '../../../kernel/ids.ts';
import { type ChainTerm, type ChecklistMark, entryKey } from '../../standing/chain.ts';

export type MembershipTerm = ChainTerm & {
  membershipId: MembershipId;
  livemode: boolean;
  extendReason: string | undefined;
  /** Whether the term was opened by a renewal that was annulled. */
  isVoid: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** The stored evaluation, with points in hundredths. */
  met: boolean;
  counted: number;
  missingPoints: number;
};

/** The items that apply to these tracks. */
export function itemsFor(items: readonly ChecklistItem[], tracks: readonly string[]): ChecklistItem[] {
  return items.filter(
    (item) => item.tracks.length === 0 || item.tracks.some((track) => tracks.includes(track)),
  );
}

const NOTHING_DONE: ChecklistMark = { done: false, done_on: null, note: null, certificate_id: null };

type ListedTerm = Pick<MembershipTerm, 'tracks' | 'checklist' | 'startsOn' | 'endsOn'>;

/** The whole list of the term, done or not; yearly items once for each whole year. */
export function checklistOf(
  items: readonly ChecklistItem[],
  term: ListedTerm,
): ({ code: string; name: string; year?: number } & ChecklistMark)[] {
  return itemsFor(items, term.tracks).flatMap(({ code, name, period }) =>
    yearsOf(period, term).map((year) => {
      const key = entryKey(code, year);
      // A code may be `constructor`, a property that every object inherits.
      const mark = (Object.hasOwn(term.checklist, key) ? term.checklist[key] : undefined) ?? NOTHING_DONE;
      return { code, name, ...(year !== null && { year }), ...mark };
    }),
  );
}

/** The years of an item: for a yearly item, the numbers of all whole years; for any other item, a single null. */
export function yearsOf(
  period: ChecklistItem['period'],
  { startsOn, endsOn }: Pick<MembershipTerm, 'startsOn' | 'endsOn'>,
): (number | null)[] {
  if (period !== 'year') return [null];
  const many = wholeYears({ starts_on: startsOn, ends_on: endsOn });
  return Array.from({ length: many }, (_, index) => index + 1);
}
