/** What a watcher is told: the changes of a membership from one state to another, but not its dates. */

import type { WrittenType } from '../../events/event-types.ts';
import { isValid, type Standing } from '../standing/standing.ts';
import type { WatchedStanding } from './watch.ts';

/** `current` and `grace` are one state, because both are in force. */
type State = 'valid' | Exclude<Standing, 'current' | 'grace'>;

/** The state of each membership that the watcher was last told, by membership id. */
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
 * The changes since the watcher was last told. A new membership is news only if the member had none in force and this
 * one is in force. The watcher learns of no other memberships.
 */
export function changesSince(told: Told, standings: readonly WatchedStanding[]): Change[] {
  const wasInForce = Object.values(told).includes('valid');
  return standings.flatMap((standing) => {
    const before = told[standing.membershipId];
    const state = stateOf(standing.standing);
    if (before === state) return [];
    if (before === undefined && (wasInForce || !isValid(standing.standing))) return [];
    // The membership ended before it began: nothing was in force, so nothing was lost.
    if (before === 'scheduled' && state === 'ended') return [];
    const type = TYPES[state];
    if (type === undefined || (before === 'scheduled' && state === 'valid' && wasInForce)) return [];
    return [{ type, standing }];
  });
}
