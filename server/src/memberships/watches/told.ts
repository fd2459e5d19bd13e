/** What a watcher is told: changes between the states of memberships, not between their days. */

import type { WrittenType } from '../../events/event-types.ts';
import { isValid, type Standing } from '../standing/standing.ts';
import type { WatchedStanding } from './watch.ts';

/** `current` and `grace` are one state, because both are in force. */
type State = 'valid' | Exclude<Standing, 'current' | 'grace'>;

/** The last told state of each membership, by its id. */
export type Told = Readonly<Record<string, string>>;

export function toldOf(standings: readonly WatchedStanding[]): Record<string, State> {
  return Object.fromEntries(standings.map(({ membershipId, standing }) => [membershipId, stateOf(standing)]));
}

function stateOf(standing: Standing): State {
  return standing === 'current' || standing === 'grace' ? 'valid' : standing;
}

type WatchedType = Extract<WrittenType, `watch.membership_${string}`>;

const TYPES: Readonly<Record<State, WatchedType | undefined>> = {
  valid: 'watch.membership_reinstated',
  lapsed: 'watch.membership_lapsed',
  delinquent: 'watch.membership_lapsed',
  suspended: 'watch.membership_suspended',
  ended: 'watch.membership_revoked',
  scheduled: undefined,
};

type Change = { type: WatchedType; standing: WatchedStanding };

/**
 * The changes since the watcher was last told. A membership that was not there before is news only if it puts the member
 * in force again: whoever follows a member learns of no other memberships.
 */
export function changesSince(told: Told, standings: readonly WatchedStanding[]): Change[] {
  const wasInForce = Object.values(told).includes('valid');
  return standings.flatMap((standing) => {
    const before = told[standing.membershipId];
    const state = stateOf(standing.standing);
    if (before === state) return [];
    if (before === undefined && (wasInForce || !isValid(standing.standing))) return [];
    // Not begun yet, or over before it had begun: nothing was in force, so nothing was lost.
    if (before === 'scheduled' && state === 'ended') return [];
    const type = TYPES[state];
    if (type === undefined || (before === 'scheduled' && state === 'valid' && wasInForce)) return [];
    return [{ type, standing }];
  });
}
