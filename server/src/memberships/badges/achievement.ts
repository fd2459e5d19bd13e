/** The achievement for which a badge is given, and what its address shows. */

import { type CourseId, parseId } from '../../kernel/ids.ts';
import { type Course, DEFAULT_ROLE } from '../courses/course.ts';

export type ProgramNames = { name: string; unit: string; categories: ReadonlyMap<string, string> };

/**
 * An achievement is shared by all badges of a course and role. A badge for another activity has an achievement of its
 * own, which has the badge's code.
 */
export function achievementIdOf(
  course: Pick<Course, 'id'> | undefined,
  role: string,
  badgeCode: string,
): string {
  if (course === undefined) return badgeCode;
  return role === DEFAULT_ROLE ? course.id : `${course.id}-${role}`;
}

export function parseAchievementId(
  text: string,
): { courseId: CourseId; role: string } | { badgeCode: string } | undefined {
  if (/^[0-9A-Za-z]{22}$/.test(text)) return { badgeCode: text };
  const [, course = '', role = DEFAULT_ROLE] = /^(crs_[0-9A-Za-z]{22})(?:-([a-z_]{1,30}))?$/.exec(text) ?? [];
  const courseId = parseId('crs', course);
  return courseId && { courseId, role };
}

/**
 * The points of an award, in hundredths. The same points may count in several programs, so this is the largest sum in
 * any one program, not the total.
 */
export function pointsOf(lines: readonly { program_id: string; points: number }[]): number {
  const sums = new Map<string, number>();
  for (const { program_id, points } of lines) sums.set(program_id, (sums.get(program_id) ?? 0) + points);
  return Math.max(0, ...sums.values());
}

/** The names of programs and categories, each once. */
export function tagsOf(
  lines: readonly { program_id: string; category: string }[],
  programs: ReadonlyMap<string, ProgramNames>,
): string[] {
  const names = lines.flatMap(({ program_id, category }) => {
    const program = programs.get(program_id);
    return program === undefined ? [] : [program.name, program.categories.get(category) ?? category];
  });
  return [...new Set(names)];
}
