/** The states of a row of an organiser's roster. */

import type { Text } from '../../../../kernel/errors.ts';
import type { Posting } from '../../../posted-tables/posting.ts';

/**
 * `refused`: the row has no award; `message` says why. The others are the states of the award that the row made or
 * found.
 */
export const ROW_STATES = ['waiting', 'approved', 'rejected', 'revoked', 'withdrawn', 'refused'] as const;

export type RowState = (typeof ROW_STATES)[number];

export type DeskRow = {
  number: number;
  state: RowState;
  /** Why the row has no award, as it is stored. */
  problem: { code: string; message: Text } | undefined;
  /** Why the council rejected the award that the row made. */
  reason: string | undefined;
  cells: Record<string, unknown>;
};

export type ListedRoster = {
  posting: Posting;
  courseTitle: string;
  states: Record<RowState, number> | undefined;
};
