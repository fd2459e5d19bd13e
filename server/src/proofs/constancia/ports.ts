/** The port that writes constancias. */

import type { Holder } from '../../kernel/shares/shared.ts';
import type { ConstanciaMaterial } from './facts.ts';

export type ConstanciaWriter = {
  /** Gets ready before the first is asked for. */
  warm(): void;
  /**
   * The same material gives the same bytes, in any process and whatever was written before. Rejects, without having
   * asked for the material, where too many are being written, of `holder` (an account or a network) or in all.
   */
  write(holder: Holder, prepare: () => Promise<ConstanciaMaterial>): Promise<Uint8Array>;
};
