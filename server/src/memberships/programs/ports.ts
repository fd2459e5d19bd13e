/** What programs need to know about the terms that were opened with their versions. */

import type { ProgramId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';

export type OpenTerms = {
  /** The versions by which open terms are counted. */
  versionsInUse(tools: Pick<Tools, 'query'>, programId: ProgramId): Promise<number[]>;
  /** Returns those of these categories that have pending or approved awards in open terms. */
  categoriesInUse(
    tools: Pick<Tools, 'query'>,
    programId: ProgramId,
    categories: readonly string[],
  ): Promise<string[]>;
  /** Moves the terms and returns how many were moved. */
  moveOpenTerms(
    tools: Pick<Tools, 'query' | 'now'>,
    who: Who,
    programId: ProgramId,
    version: number,
  ): Promise<number>;
};
