import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import type { DeskCourse } from './api.ts';
import { TEXT } from './text.ts';

const TONES = {
  proposed: 'warn',
  accredited: 'good',
  closed: 'plain',
  refused: 'bad',
  cancelled: 'plain',
} as const;

/** What the council has decided about a course. */
export function CourseStatus({ status }: { status: DeskCourse['status'] }) {
  const { statuses } = useText(TEXT);
  return <Badge tone={TONES[status]}>{statuses[status]}</Badge>;
}
