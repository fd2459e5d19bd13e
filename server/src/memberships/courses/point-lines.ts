/** Lines of points as callers send them, checked against the rules of their programs. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { type ProgramId, parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { hundredthsOf } from '../fields.ts';
import { type ProgramLeaves, readProgramLeaves } from './pg-program-leaves.ts';

type LineInput = { program_id?: string; category: string; points: number };

/** A line of points, in hundredths. */
export type PointLine = { program_id: ProgramId; category: string; points: number };

/** Reads lines of points as they are stored. They were checked before they were written. */
export function pointLines<Line extends { points: number }>(row: Row, column: string): Line[] {
  const isLine = (line: unknown): line is Line => read.isRecord(line) && typeof line.points === 'number';
  return read.shaped(row, column, (value) => read.isListOf(value, isLine), 'lines of points');
}

/** Checks the lines and returns them in the same order. `field` names them in messages, such as `points`. */
export async function checkPointLines<L extends LineInput>(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  field: string,
  lines: readonly L[],
): Promise<(Omit<L, keyof LineInput> & PointLine)[]> {
  if (lines.length === 0) return [];
  const programs = await readProgramLeaves(tools, owner);
  return lines.map((line, index) => {
    const place = `${field}[${index}]`;
    const program = programOf(programs, `${place}.program_id`, line.program_id);
    assertLeaf(program, `${place}.category`, line.category);
    const points = hundredthsOf(`${place}.points`, line.points);
    return { ...line, program_id: program.id, category: line.category, points };
  });
}

/** The named program, or the only active one if none is named. */
function programOf(
  programs: ReadonlyMap<ProgramId, ProgramLeaves>,
  field: string,
  named: string | undefined,
): ProgramLeaves {
  if (named !== undefined) {
    const id = parseId('prg', named);
    const found = id && programs.get(id);
    if (found !== undefined) return found;
    throw new AppError('not_found', {
      en: `\`${field}\`: there is no program with this id in your account.`,
      es: `\`${field}\`: no hay ningún programa con este id en su cuenta.`,
    });
  }
  const active = [...programs.values()].filter(({ status }) => status === 'active');
  if (active.length === 1 && active[0] !== undefined) return active[0];
  throw invalidField(
    `\`${field}\``,
    `is missing. It may be left out only where one program is active; you have ${active.length}.`,
    `falta. Solo puede omitirse cuando hay un único programa activo; usted tiene ${active.length}.`,
  );
}

function assertLeaf({ leaves }: ProgramLeaves, field: string, category: string): void {
  if (leaves.has(category)) return;
  const known = [...leaves].slice(0, 20).join(', ');
  throw new AppError('unknown_category', {
    en: `\`${field}\` names \`${category.slice(0, 40)}\`, to which the program gives no points. Use one of: ${known}.`,
    es: `\`${field}\` indica \`${category.slice(0, 40)}\`, a la que el programa no da puntos. Use una de: ${known}.`,
  });
}
