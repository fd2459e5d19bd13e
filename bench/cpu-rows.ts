/** The two rows that tell where the time of a request went, whoever else was using the machine. */

import { describeCpu, type Row, ratioRow } from './results.ts';
import { compare, type Sample } from './rounds.ts';

export function cpuRows(what: string, ours: readonly Sample[], theirs: readonly Sample[]): Row[] {
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
    ),
  ];
}
