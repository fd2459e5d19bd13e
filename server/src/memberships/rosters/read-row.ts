/** One row of a roster: the member, and the award's fields. */

import * as read from '../../database/row-reader.ts';
import { type ProgramId, parseId } from '../../kernel/ids.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';
import type { WantedLine, WantedPoints } from '../awards/judge-points.ts';
import { DEFAULT_ROLE } from '../courses/course.ts';
import { FINDABLE_FIELDS, type WantedMember } from '../members/find-members.ts';
import { memberCell } from '../members/name-member.ts';
import type { PostedRow } from '../posted-tables/read/posted-rows.ts';
import { amountCell, type Cell, dayCell, roleCell, textCell } from '../posted-tables/read/row-values.ts';

/**
 * The columns that a table may have, including the result columns of an earlier answer. Others are stored but ignored.
 */
export const ROSTER_COLUMNS: readonly string[] = [
  ...FINDABLE_FIELDS,
  'role',
  'completed_on',
  'attendance_percent',
  'score',
  'hours',
  'points',
  'external_id',
  ...['status', 'award_id', 'error', 'message'],
];

type RosterRow = {
  /** Undefined if the row names nobody. */
  member: WantedMember | undefined;
  role: string;
  completedOn: string | undefined;
  /** In hundredths. */
  attendance: number | undefined;
  score: number | undefined;
  hours: number | undefined;
  points: WantedPoints;
  externalId: string | undefined;
  /** All problems of the cells. */
  problems: readonly Refusal[];
};

export function readRow({ cells, problem }: PostedRow): RosterRow {
  const problems: Refusal[] = problem === undefined ? [] : [problem];
  const take = <T>(cell: Cell<T>): T | undefined => {
    if ('value' in cell) return cell.value;
    problems.push(cell.problem);
    return undefined;
  };
  const row = {
    member: problem === undefined ? take(memberCell(cells, FINDABLE_FIELDS)) : undefined,
    role: take(roleCell(cells.role)) ?? DEFAULT_ROLE,
    completedOn: take(dayCell('completed_on', cells.completed_on)),
    attendance: take(amountCell('attendance_percent', cells.attendance_percent, 0, 100)),
    score: take(amountCell('score', cells.score, 0, 100_000)),
    hours: take(amountCell('hours', cells.hours, 0, 100_000)),
    points: take(pointsCell(cells.points)),
    externalId: take(textCell('external_id', cells.external_id, 100)),
  };
  return { ...row, problems };
}

/** The points: one number or, in JSON, lines as for a single award. */
function pointsCell(cell: unknown): Cell<WantedPoints> {
  if (!Array.isArray(cell)) return amountCell('points', cell, 0.01, 100_000);
  const lines = cell.map(toLine);
  if (lines.length > 0 && read.isListOf(lines, isLine)) return { value: lines };
  return {
    problem: refusal(
      'validation_failed',
      '`points` must be a number or a list of `{ program_id, category, points }` with at most two decimals.',
      '`points` debe ser un número o una lista de `{ program_id, category, points }` con dos decimales como máximo.',
    ),
  };
}

function toLine(line: unknown): WantedLine | undefined {
  if (!read.isRecord(line) || typeof line.category !== 'string') return undefined;
  const amount = amountCell('points', line.points, 0.01, 100_000);
  if ('problem' in amount || amount.value === undefined) return undefined;
  const named = line.program_id;
  const program_id: ProgramId | undefined = typeof named === 'string' ? parseId('prg', named) : undefined;
  if (named !== undefined && program_id === undefined) return undefined;
  return { program_id, category: line.category, points: amount.value };
}

function isLine(line: unknown): line is WantedLine {
  return line !== undefined;
}
