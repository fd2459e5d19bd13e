/** The port that writes constancias. */

import type { Holder } from '../../kernel/shares/shared.ts';
import type { Acta } from '../court-package/acta.ts';
import type { ConstanciaMaterial } from './facts.ts';

/** What is rendered: a constancia, or the acta of a court package. */
export type DrawnMaterial = ConstanciaMaterial | Acta;

export type ConstanciaWriter = {
  /** Prepares for rendering before the first request. */
  warm(): void;
  /**
   * Renders the PDF of a constancia or an acta. The same material always gives the same bytes, in any process. Rejects
   * before it fetches the material if too many PDFs are being rendered in total, or for `holder`, which is an account
   * or a network.
   */
  write(holder: Holder, prepare: () => Promise<DrawnMaterial>): Promise<Uint8Array>;
};
