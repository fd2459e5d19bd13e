/** A term: the period in which a member earns what the renewal requires. */

import type { ChecklistItem } from '@sello/rules';
import type { MembershipId } from '../../../kernel/ids.ts';
import type { ChainTerm } from '../../standing/chain.ts';

export type MembershipTerm = ChainTerm & {
  membershipId: MembershipId;
  livemode: boolean;
  extendReason: string | undefined;
  checklist: Checklist;
  /** Opened by a renewal that was annulled. */
  isVoid: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Caches of the evaluation; points in hundredths. */
  met: boolean;
  counted: number;
  missingPoints: number;
};

/** By code: the done items of the program's checklist. */
type Checklist = Readonly<Record<string, ChecklistMark>>;

export type ChecklistMark = {
  done: boolean;
  done_on: string | null;
  note: string | null;
  certificate_id: string | null;
};

/** The items that apply to these tracks. */
export function itemsFor(items: readonly ChecklistItem[], tracks: readonly string[]): ChecklistItem[] {
  return items.filter(
    (item) => item.tracks.length === 0 || item.tracks.some((track) => tracks.includes(track)),
  );
}

const NOTHING_DONE: ChecklistMark = { done: false, done_on: null, note: null, certificate_id: null };

/** The whole list of the term, done or not. */
export function checklistOf(
  items: readonly ChecklistItem[],
  { tracks, checklist }: Pick<MembershipTerm, 'tracks' | 'checklist'>,
): ({ code: string; name: string } & ChecklistMark)[] {
  return itemsFor(items, tracks).map(({ code, name }) => ({
    code,
    name,
    // A code may be `constructor`, a property that every object inherits.
    ...((Object.hasOwn(checklist, code) ? checklist[code] : undefined) ?? NOTHING_DONE),
  }));
}
