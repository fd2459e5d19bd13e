/** One row of a marking: the member, the item, and what is marked. */

import { type Refusal, refusal } from '../../operations/refusal.ts';
import type { FindableField, WantedMember } from '../members/find-members.ts';
import { memberCell } from '../members/name-member.ts';
import type { PostedRow } from '../posted-tables/read/posted-rows.ts';
import { amountCell, type Cell, dayCell, isEmpty, textCell } from '../posted-tables/read/row-values.ts';
import { MARKING_RESULTS } from './marking-fields.ts';

const MEMBER_FIELDS: readonly FindableField[] = [
  'member_id',
  'member_number',
  'external_id',
  'professional_license',
  'curp',
  'email',
];

/**
 * The columns that a table may have, including the result columns of an earlier answer. Others are stored but ignored.
 */
export const MARKING_COLUMNS: readonly string[] = [
  ...MEMBER_FIELDS,
  ...['program_id', 'item', 'year', 'done', 'done_on', 'note'],
  ...MARKING_RESULTS,
];

/** The requested mark of a row whose cells can all be read. */
export type AskedMark = {
  /** The code or name of the item. */
  item: string;
  /** An id, an external id or a name. */
  program: string | undefined;
  year: number | null;
  isDone: boolean;
  /** Undefined fields stay as they are. */
  doneOn: string | undefined;
  note: string | undefined;
};

type MarkingRow = {
  member: WantedMember | undefined;
  /** Undefined if a cell cannot be read. */
  asked: AskedMark | undefined;
  /** All problems of the cells. */
  problems: readonly Refusal[];
};

export function readRow({ cells, problem }: PostedRow): MarkingRow {
  if (problem !== undefined) return { member: undefined, asked: undefined, problems: [problem] };
  const problems: Refusal[] = [];
  const take = <T>(cell: Cell<T>): T | undefined => {
    if ('value' in cell) return cell.value;
    problems.push(cell.problem);
    return undefined;
  };
  const member = take(memberCell(cells, MEMBER_FIELDS));
  const asked: AskedMark = {
    item: take(itemCell(cells.item)) ?? '',
    program: take(textCell('program_id', cells.program_id, 200)),
    year: take(yearCell(cells.year)) ?? null,
    isDone: take(doneCell(cells.done)) ?? true,
    doneOn: take(dayCell('done_on', cells.done_on)),
    note: take(textCell('note', cells.note, 2_000)),
  };
  return { member, asked: problems.length === 0 ? asked : undefined, problems };
}

function itemCell(cell: unknown): Cell<string> {
  if (!isEmpty(cell)) return textCell('item', cell, 200);
  return {
    problem: refusal(
      'validation_failed',
      'The row names no item of the checklist. Fill in `item`.',
      'La fila no nombra ningún punto de la lista de requisitos. Llene `item`.',
    ),
  };
}

function yearCell(cell: unknown): Cell<number> {
  const read = amountCell('year', cell, 1, 20);
  if ('problem' in read || read.value === undefined) return read;
  if (read.value % 100 === 0) return { value: read.value / 100 };
  return {
    problem: refusal(
      'validation_failed',
      '`year` must be a whole number: 1 is the first whole year of the term.',
      '`year` debe ser un número entero: 1 es el primer año completo del periodo.',
    ),
  };
}

/** The words of a table are already turned into `true` or `false` here. */
function doneCell(cell: unknown): Cell<boolean> {
  if (isEmpty(cell)) return { value: undefined };
  if (cell === true || cell === 'true') return { value: true };
  if (cell === false || cell === 'false') return { value: false };
  return {
    problem: refusal(
      'validation_failed',
      '`done` must be true or false; in a table also yes, paid, no or pending.',
      '`done` debe ser true o false; en una tabla también sí, pagado, no o pendiente.',
    ),
  };
}
