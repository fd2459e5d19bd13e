/** The two rows that tell where the time of a request went, whoever else was using the machine. */

import { describeCpu, type Row, ratioRow, type Target } from './results.ts';
import { compare, type Sample } from './rounds.ts';

/** `target`: what both together are to reach, where a noisy machine makes wall time say little. */
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
