/** Decides from the latest reads whether the replica should be tried. */

type ReplicaState = 'in use' | 'behind' | 'away';

export type ReplicaStanding = {
  state: ReplicaState;
  /** Since when it is in this state, by `performance.now()`. */
  sinceMs: number;
  /** How many of the reads that may go to the replica were answered by the replica, and how many by the primary. */
  answered: { replica: number; primary: number };
};

/** After a failure the replica is not tried for this long; then one read tries it. */
const PAUSE_MS = { behind: 100, away: 1_000 };

export function makeReplicaState(now: () => number = () => performance.now()) {
  const standing: ReplicaStanding = {
    state: 'in use',
    sinceMs: now(),
    answered: { replica: 0, primary: 0 },
  };
  let nextTryAt = 0;
  const become = (state: ReplicaState) => {
    if (standing.state === state) return;
    standing.state = state;
    standing.sinceMs = now();
  };
  return {
    standing,
    mayTry(): boolean {
      if (standing.state === 'in use') return true;
      if (now() < nextTryAt) return false;
      // One read tries it; until that read is answered, the others go to the primary.
      nextTryAt = now() + PAUSE_MS[standing.state];
      return true;
    },
    hit(): void {
      become('in use');
    },
    miss(state: Exclude<ReplicaState, 'in use'>): void {
      become(state);
      nextTryAt = now() + PAUSE_MS[state];
    },
  };
}
