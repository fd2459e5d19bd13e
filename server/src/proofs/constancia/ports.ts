/** The part of `ports.ts` about the printed form of a certificate. */

import type { ConstanciaFacts } from './facts.ts';

export type ConstanciaWriter = {
  /** The same facts give the same bytes, in any process and whatever was written before. */
  write(facts: ConstanciaFacts): Promise<Uint8Array>;
};
