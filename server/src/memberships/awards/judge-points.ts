/** The points that a course gives to a role, and how many of them an award gets. */

import type { ProgramId } from '../../kernel/ids.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';
import { type Course, type CourseLine, rolesOf } from '../courses/course.ts';
import type { PointLine } from '../courses/point-lines.ts';
import { fromHundredths } from '../fields.ts';

/** A line as the caller gave it. The program may be left out if the course's lines determine it. */
export type WantedLine = { program_id?: ProgramId | undefined; category: string; points: number };

/** The points that the caller asked for. A single number is in hundredths and is the maximum for each line. */
export type WantedPoints = number | readonly WantedLine[] | undefined;

export function judgeCoursePoints(
  course: Pick<Course, 'points'>,
  role: string,
  wanted: WantedPoints,
): PointLine[] | Refusal {
  const lines = course.points.filter((line) => line.role === role);
  if (lines.length === 0) return unknownRole(course, role);
  if (wanted === undefined) return lines.map((line) => part(line, line.points));
  return typeof wanted === 'number' ? takeNumber(lines, wanted) : takeLines(lines, wanted);
}

/** A line of the award. It has no role, because the award itself has one. */
function part({ program_id, category }: CourseLine, points: number): PointLine {
  return { program_id, category, points };
}

function takeNumber(lines: readonly CourseLine[], wanted: number): PointLine[] | Refusal {
  const programs = new Set(lines.map(({ program_id }) => program_id));
  if (programs.size < lines.length) {
    return refusal(
      'validation_failed',
      '`points` as one number does not say which category gets how much of it. Leave it out, or send lines of points in JSON.',
      '`points` como un solo número no dice cuánto corresponde a cada categoría. Omítalo o envíe líneas de puntos en JSON.',
    );
  }
  const exceeded = lines.find(({ points }) => wanted > points);
  if (exceeded !== undefined) return exceeds('points', exceeded, wanted);
  return lines.map((line) => part(line, wanted));
}

function takeLines(lines: readonly CourseLine[], wanted: readonly WantedLine[]): PointLine[] | Refusal {
  const taken: PointLine[] = [];
  for (const [index, { program_id, category, points }] of wanted.entries()) {
    const field = `points[${index}]`;
    const fitting = lines.filter(
      (line) => line.category === category && (program_id ?? line.program_id) === line.program_id,
    );
    const [line] = fitting;
    if (fitting.length > 1) return ambiguousProgram(field);
    if (line === undefined) return notGiven(field, lines, category);
    if (points > line.points) return exceeds(field, line, points);
    const isTwice = taken.some(
      (other) => other.category === category && other.program_id === line.program_id,
    );
    if (isTwice) return repeated(field);
    taken.push(part(line, points));
  }
  return taken;
}

export function repeated(field: string): Refusal {
  return refusal(
    'validation_failed',
    `\`${field}\` repeats the program and category of a line before it. Add their points up in one line.`,
    `\`${field}\` repite programa y categoría de una línea anterior. Sume sus puntos en una sola línea.`,
  );
}

function unknownRole(course: Pick<Course, 'points'>, role: string): Refusal {
  const roles = rolesOf(course).join(', ');
  return refusal(
    'validation_failed',
    `\`role\`: the course gives no points to \`${role.slice(0, 30)}\`. Use one of: ${roles}.`,
    `\`role\`: el curso no da puntos a \`${role.slice(0, 30)}\`. Use uno de: ${roles}.`,
  );
}

function ambiguousProgram(field: string): Refusal {
  return refusal(
    'validation_failed',
    `\`${field}.program_id\` is missing: the course gives points of this category in several programs.`,
    `Falta \`${field}.program_id\`: el curso da puntos de esta categoría en varios programas.`,
  );
}

function notGiven(field: string, lines: readonly CourseLine[], category: string): Refusal {
  const given = lines.map((line) => line.category).join(', ');
  return refusal(
    'points_exceed_course',
    `\`${field}\`: the course gives this role nothing in \`${category.slice(0, 40)}\`, only in: ${given}.`,
    `\`${field}\`: el curso no da nada a esta participación en \`${category.slice(0, 40)}\`, solo en: ${given}.`,
  );
}

function exceeds(field: string, line: CourseLine, wanted: number): Refusal {
  const [most, asked] = [fromHundredths(line.points), fromHundredths(wanted)];
  return refusal(
    'points_exceed_course',
    `\`${field}\` asks for ${asked}, and the course gives at most ${most} in \`${line.category}\`. Ask for fewer, or leave \`points\` out.`,
    `\`${field}\` pide ${asked} y el curso da como máximo ${most} en \`${line.category}\`. Pida menos u omita \`points\`.`,
  );
}
