/** A transcript as a table: one line for each award. */

import { CSV_TYPE, type CsvCell, toCsv } from '../../http/csv.ts';
import type { Transcript } from './transcript.ts';

const COLUMNS = [
  'award_id',
  'completed_on',
  'title',
  'role',
  'aval',
  'hours',
  'status',
  'programs',
  'categories',
  'terms',
  'points',
  'counted',
  'because',
];

export function toTable({ awards, programs, member, as_of }: Transcript) {
  const nameOf = new Map(programs.map(({ id, name }) => [id, name]));
  const rows = awards.map((award): CsvCell[] => [
    award.id,
    award.completed_on,
    award.title,
    award.role,
    award.aval,
    award.hours,
    award.status,
    several(award.lines.map(({ program_id }) => nameOf.get(program_id) ?? program_id)),
    several(award.lines.map(({ category }) => category)),
    several(award.lines.flatMap(({ term }) => (term === null ? [] : String(term)))),
    sum(award.lines.map(({ points }) => points)),
    sum(award.lines.map(({ counted }) => counted)),
    several(award.lines.flatMap(({ because }) => because ?? [])),
  ]);
  const name = `transcript-${member.member_number}-${as_of}.csv`;
  return { type: CSV_TYPE, name, content: toCsv(COLUMNS, rows) };
}

function several(values: readonly string[]): string | null {
  return values.length === 0 ? null : [...new Set(values)].join('; ');
}

/** Adds in hundredths, so that 0.1 and 0.2 give 0.3. */
function sum(points: readonly number[]): number {
  return points.reduce((total, one) => total + Math.round(one * 100), 0) / 100;
}
