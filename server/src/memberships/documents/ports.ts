/** The port that draws documents. */

import type { DocumentMaterial } from './content.ts';

export type DocumentWriter = {
  /**
   * The same material gives the same bytes, in any process and whatever was written before. Rejects with `overloaded`,
   * and without having asked for the material, where too many are being written.
   */
  write(prepare: () => Promise<DocumentMaterial>): Promise<Uint8Array>;
};
