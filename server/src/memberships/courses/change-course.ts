/** Changes a course: every field while it is proposed, afterwards only those that accreditation has not fixed. */

import type { Tools, Who } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import { withReporter } from '../four-eyes/four-eyes.ts';
import { changesBetween, note } from '../note-change.ts';
import { type Course, fixedFields, toCourseRecord } from './course.ts';
import { applyChange, type CourseChange } from './course-input.ts';
import { assertExternalIdFree } from './create-course.ts';
import { courseNamed } from './find-course.ts';
import { saveCourse } from './pg-courses.ts';

export async function changeCourse(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
  change: CourseChange,
): Promise<Course> {
  const before = await courseNamed(tools, who, named, 'change');
  const after = { ...(await applyChange(tools, who, before, change)), updatedAt: tools.now() };
  const changes = changesBetween(fieldsOf(before), fieldsOf(after));
  const refused = fixedFields(before, Object.keys(changes));
  if (refused !== undefined) refuse(refused);
  await assertExternalIdFree(tools, who, after);
  const isContent = Object.keys(changes).some((field) => field !== 'external_id' && field !== 'metadata');
  const reporters = isContent ? await withReporter(tools, who, before.reporters) : before.reporters;
  await saveCourse(tools, who, { ...after, reporters });
  await note(tools, who, 'course.change', after.id, { changes: withoutContact(changes) });
  return after;
}

/** A contact is a person, so only the fact that it changed is recorded. */
function withoutContact({ 'provider.contact': contact, ...changes }: ReturnType<typeof changesBetween>) {
  return contact === undefined ? changes : { ...changes, 'provider.contact': {} };
}

/**
 * The fields by their API names. The two parts of the provider are separate, because accreditation fixes only the name.
 */
function fieldsOf(course: Course): Record<string, unknown> {
  const { updated_at: _, roles: __, provider, ...record } = toCourseRecord(course);
  return { ...record, 'provider.name': provider?.name, 'provider.contact': provider?.contact };
}
