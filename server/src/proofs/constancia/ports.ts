/** The port that writes constancias. */

import type { ConstanciaFacts } from './facts.ts';

export type ConstanciaWriter = {
  /** The same facts give the same bytes, in any process and after any other documents. */
  write(facts: ConstanciaFacts): Promise<Uint8Array>;
};
