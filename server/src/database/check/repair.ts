/** What a repair is. It derives data again, and never touches evidence. */

import type { Query } from '../pool.ts';

export type Repairing = {
  /** Runs `work` in a transaction on a connection of its own. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** An hour before the repair. Anything older was left by a process that has ended. */
  hourAgo: Date;
};

/** What a repair did, in a sentence. `isWhole` is false if faults of this kind remain. */
export type Repaired = { told: string; isWhole: boolean };

/**
 * A repair. It reads the rows again under locks, because the findings of the check may be outdated by now. `Needs`
 * are the ports that it needs besides the connection.
 */
export type Repair<Kind extends string, Needs = unknown> = {
  kind: Kind;
  run(given: Repairing & Needs): Promise<Repaired>;
};

export function whole(told: string): Repaired {
  return { told, isWhole: true };
}

export function partly(repaired: number, wanted: number, what: string): Repaired {
  const rest = wanted - repaired;
  return { told: `${repaired} ${what}${rest > 0 ? `; ${rest} cannot be` : ''}`, isWhole: rest === 0 };
}
