/** The two rows of processor time per request, which hardly depend on other load on the machine. */

import { describeCpu, type Row, ratioRow, type Target } from './results.ts';
import { compare, type Sample } from './rounds.ts';

/** `target` is for the processor time of Node and PostgreSQL together; on a busy machine wall time says little. */
export function cpuRows(
  what: string,
  ours: readonly Sample[],
  theirs: readonly Sample[],
  target?: Target,
): Row[] {
  return [
    ratioRow(
      `${what}: CPU of node`,
      describeCpu(ours, false),
      describeCpu(theirs, false),
      compare(theirs, ours, ({ nodeUs }) => nodeUs),
    ),
    ratioRow(
      `${what}: CPU of node and PostgreSQL together`,
      describeCpu(ours, true),
      describeCpu(theirs, true),
      compare(theirs, ours, ({ nodeUs, postgresUs }) => nodeUs + postgresUs),
      target,
    ),
  ];
}
