/**
 * A roster as its organiser sees it. Its rows show what the organiser typed and the outcome, but nothing about members.
 */

import { type Static, Type } from 'typebox';
import type { Language } from '../../../../http/language.ts';
import { nullable, oneOf } from '../../../../http/schema.ts';
import { maskedCells } from '../../../posted-tables/posting.ts';
import { forOrganizer } from '../../../rosters/organizer-rows.ts';
import { type DeskRow, type ListedRoster, ROW_STATES } from './row-state.ts';

const Count = Type.Integer();

export const DeskRosterSchema = Type.Object(
  {
    id: Type.String(),
    course_id: Type.String(),
    course_title: Type.String({ description: 'The title of the course.' }),
    rows: Count,
    states: nullable(
      Type.Object(
        {
          waiting: Type.Integer({ description: 'For the council.' }),
          approved: Count,
          rejected: Count,
          revoked: Count,
          withdrawn: Count,
          refused: Count,
        },
        { description: 'How many rows are in each state. Null once the rows are deleted, after 90 days.' },
      ),
    ),
    posted_at: Type.String({ format: 'date-time', description: 'When it was sent.' }),
  },
  { title: 'DeskRoster' },
);

export const DeskRowSchema = Type.Object(
  {
    row: Type.Integer({ description: '1 is the first row below the header.' }),
    state: oneOf(ROW_STATES, { description: 'What became of it; `refused` made no award.' }),
    error: nullable(Type.String()),
    message: nullable(Type.String({ description: 'Why it was refused, or why the council rejected it.' })),
    values: Type.Record(Type.String(), Type.Unsafe<unknown>({}), {
      description: 'As they were posted; `curp` and `rfc` masked.',
    }),
  },
  { title: 'DeskRow' },
);

export function toDeskRoster({
  posting,
  courseTitle,
  states,
}: ListedRoster): Static<typeof DeskRosterSchema> {
  return {
    id: posting.id,
    course_id: posting.courseId ?? '',
    course_title: courseTitle,
    rows: posting.summary.rows,
    states: states ?? null,
    posted_at: posting.createdAt.toISOString(),
  };
}

export function toDeskRow(row: DeskRow, language: Language): Static<typeof DeskRowSchema> {
  const told = row.problem && forOrganizer(row.problem.code, row.problem.message);
  return {
    row: row.number,
    state: row.state,
    error: told?.code ?? null,
    message: told?.text[language] ?? row.reason ?? null,
    values: maskedCells(row.cells),
  };
}
