/** The course named in an address or a field, or a 404. */

import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Course } from './course.ts';
import { type CourseLock, findCourse } from './pg-courses.ts';

export async function courseNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string,
  lock: CourseLock = 'none',
): Promise<Course> {
  const id = parseId('crs', named);
  const course = id && (await findCourse(tools, owner, id, lock));
  if (course !== undefined) return course;
  throw new AppError('not_found', {
    en: 'There is no course with this id in your account.',
    es: 'No hay ningún curso con este id en su cuenta.',
  });
}
