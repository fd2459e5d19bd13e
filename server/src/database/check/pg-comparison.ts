/** Comparisons that the database makes itself. */

import type { Row } from '../pool.ts';
import * as read from '../row-reader.ts';
import type { Check, Comparison } from './check.ts';
import { type Finding, faultOf } from './finding.ts';
import { readPieces } from './pg-pieces.ts';

const HOUR_MS = 3_600_000;

export function compareRows<Repair extends string = never>(
  name: string,
  comparisons: readonly Comparison<Repair>[],
): Check<unknown, Repair> {
  return {
    name,
    comparisons,
    async *find({ snapshot, beganAt, pieces }) {
      const hourAgo = new Date(beganAt.getTime() - HOUR_MS);
      for (const comparison of comparisons) {
        const { of, sql } = comparison;
        const found = of === undefined ? snapshot.batches(sql) : readPieces(snapshot, { of, sql }, pieces);
        for await (const rows of found) for (const row of rows) yield toFinding(comparison, row, hourAgo);
        await snapshot.letGo();
      }
    },
  };
}

function toFinding<Repair extends string>(
  comparison: Comparison<Repair>,
  row: Row,
  hourAgo: Date,
): Finding<Repair> {
  const fault = faultOf(comparison, read.text(row, 'where_ids'), read.text(row, 'told'));
  const isYoung = row.since instanceof Date && row.since > hourAgo;
  return comparison.isLeftByCrashes && isYoung ? { ...fault, level: 'note' } : fault;
}

/** SQL that lists the names of differing columns, from pairs [name, condition]. */
export function differing(pairs: readonly (readonly [string, string])[]): string {
  return `concat_ws(', ', ${pairs.map(([name, condition]) => `case when ${condition} then '${name}' end`).join(', ')})`;
}
