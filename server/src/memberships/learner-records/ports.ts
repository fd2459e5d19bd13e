/** The port that canonicalizes records. */

import type { Holder } from '../../kernel/shares/shared.ts';

export type RecordCanonizer = {
  /**
   * The N-Quads of a credential that this server composed. Rejects if too many are waiting, in total or for this
   * `holder`.
   */
  canonize(holder: Holder, document: object): Promise<string>;
};
