import { Link } from 'wouter';
import { type Formats, useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { type VirtualColumn, VirtualList } from '../../../ui/virtual-list.tsx';
import type { Course } from '../../api.ts';
import { May } from '../../may.tsx';
import { CourseStatusBadge } from '../badges.tsx';
import { TEXT } from './text.ts';

type CourseListProps = {
  rows: readonly Course[];
  total: number | undefined;
  onNearEnd: () => void;
  onAccredit: (course: Course) => void;
};

export function CourseList({ rows, total, onNearEnd, onAccredit }: CourseListProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly VirtualColumn<Course>[] = [
    {
      label: text.columns.course,
      bare: true,
      cell: ({ id, title, code, provider }) => (
        <div className="name-cell">
          <Link href={`/memberships/courses/${id}`}>
            <bdi>{title}</bdi>
          </Link>
          <span className="muted small">
            <bdi>{[code, provider?.name].filter(Boolean).join(' · ')}</bdi>
          </span>
        </div>
      ),
    },
    { label: text.columns.days, cell: (course) => <span className="small">{daysOf(course, formats)}</span> },
    {
      label: text.columns.points,
      cell: ({ points }) =>
        points.length === 0 ? (
          <span className="muted small">{text.noPoints}</span>
        ) : (
          text.upTo(formats.number(Math.max(...points.map((line) => line.points))))
        ),
    },
    {
      label: text.columns.status,
      cell: ({ status, accreditation }) => (
        <div className="course-state">
          <CourseStatusBadge status={status} />
          {accreditation?.folio && <span className="mono muted cut">{accreditation.folio}</span>}
        </div>
      ),
    },
    {
      label: text.columns.actions,
      isQuiet: true,
      bare: true,
      cell: (course) =>
        course.status === 'proposed' && (
          <May act="accreditCourse">
            <Button size="small" icon="check" onClick={() => onAccredit(course)}>
              {text.accredit}
              <span className="visually-hidden">: {course.title}</span>
            </Button>
          </May>
        ),
    },
  ];
  return (
    <VirtualList
      label={text.title}
      className="courses-list"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={{ desk: 64, phone: 172 }}
      total={total}
      onNearEnd={onNearEnd}
    />
  );
}

export function daysOf({ starts_on, ends_on }: Course, formats: Formats): string {
  if (ends_on === null || ends_on === starts_on) return formats.fullDay(starts_on);
  return `${formats.fullDay(starts_on)} – ${formats.fullDay(ends_on)}`;
}
