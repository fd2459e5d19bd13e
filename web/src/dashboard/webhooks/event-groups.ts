/** Groups of events in the selection. */

import { SUBSCRIPTIONS } from '../api.ts';

export type Subscription = (typeof SUBSCRIPTIONS)[number];
type EventName = Exclude<Subscription, '*'>;

export const GROUPS = ['certificates', 'account', 'members', 'courses', 'renewals'] as const;
export type Group = (typeof GROUPS)[number];

/** Grouped by the first part of their names; a new kind is listed under the account until it gets a group. */
const PLACES: Readonly<Record<string, Group>> = {
  certificate: 'certificates',
  batch: 'certificates',
  member: 'members',
  membership: 'members',
  term: 'members',
  watch: 'members',
  watch_address: 'members',
  course: 'courses',
  roster: 'courses',
  award: 'courses',
  diploma: 'courses',
  renewal: 'renewals',
};

export function eventsOf(group: Group): EventName[] {
  return SUBSCRIPTIONS.filter((name): name is EventName => name !== '*' && groupOf(name) === group);
}

function groupOf(name: string): Group {
  return PLACES[name.split('.')[0] ?? ''] ?? 'account';
}
