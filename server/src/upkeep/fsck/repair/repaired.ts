/** What a repair did, in a sentence. */

import type { Repaired } from '../ports.ts';

export function whole(told: string): Repaired {
  return { told, isWhole: true };
}

export function partly(repaired: number, wanted: number, what: string): Repaired {
  const rest = wanted - repaired;
  return { told: `${repaired} ${what}${rest > 0 ? `; ${rest} cannot be` : ''}`, isWhole: rest === 0 };
}
