/** The port that writes constancias. */

import type { ConstanciaMaterial } from './facts.ts';

export type ConstanciaWriter = {
  /**
   * The same material gives the same bytes, in any process and whatever was written before. Rejects with
   * `overloaded`, and without having asked for the material, where too many are being written.
   */
  write(prepare: () => Promise<ConstanciaMaterial>): Promise<Uint8Array>;
};
