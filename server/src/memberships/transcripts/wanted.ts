/** Checks the parameters of a transcript. */

import type { ProgramId } from '../../kernel/ids.ts';

export type Wanted = {
  asOf: string;
  programId: ProgramId | undefined;
  term: number | undefined;
  from: string | undefined;
  to: string | undefined;
};
