/** The port that writes constancias. */

import type { Holder } from '../../kernel/shares/shared.ts';
import type { ConstanciaMaterial } from './facts.ts';

export type ConstanciaWriter = {
  /** Prepares for drawing before the first request. */
  warm(): void;
  /**
   * The same material gives the same bytes, in any process and whatever was written before. Rejects, before
   * fetching the material, if too many constancias are being written, for `holder` (an account or a network)
   * or in total.
   */
  write(holder: Holder, prepare: () => Promise<ConstanciaMaterial>): Promise<Uint8Array>;
};
