/** What a program needs of the terms that were opened with its versions. */

import type { ProgramId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';

export type OpenTerms = {
  /** The versions that open terms have. */
  versionsInUse(tools: Pick<Tools, 'query'>, programId: ProgramId): Promise<number[]>;
  /** Those of these categories in which open terms have pending or approved awards. */
  categoriesInUse(
    tools: Pick<Tools, 'query'>,
    programId: ProgramId,
    categories: readonly string[],
  ): Promise<string[]>;
  /** Returns how many were moved. */
  moveOpenTerms(
    tools: Pick<Tools, 'query' | 'now'>,
    who: Who,
    programId: ProgramId,
    version: number,
  ): Promise<number>;
};
