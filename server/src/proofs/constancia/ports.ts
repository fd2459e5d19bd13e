/** The port that writes constancias. */

import type { Holder } from '../../kernel/shares/shared.ts';
import type { Acta } from '../court-package/acta.ts';
import type { ConstanciaMaterial } from './facts.ts';

/** What is drawn: a constancia, or the acta of a court package. */
export type DrawnMaterial = ConstanciaMaterial | Acta;

export type ConstanciaWriter = {
  /** Prepares for drawing before the first request. */
  warm(): void;
  /**
   * Writes a constancia or an acta. The same material gives the same bytes, in any process and whatever was written before.
   * Rejects, before it fetches the material, if too many constancias are being written in total or for `holder`,
   * which is an account or a network.
   */
  write(holder: Holder, prepare: () => Promise<DrawnMaterial>): Promise<Uint8Array>;
};
