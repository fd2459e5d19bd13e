import { useText } from '../i18n/use-text.ts';
import { Badge, COURSE_TONES } from '../ui/badge.tsx';
import type { DeskCourse } from './api.ts';
import { TEXT } from './text.ts';

/** What the council has decided about a course. */
export function CourseStatus({ status }: { status: DeskCourse['status'] }) {
  const { statuses } = useText(TEXT);
  return <Badge tone={COURSE_TONES[status]}>{statuses[status]}</Badge>;
}
