import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Course } from '../../api.ts';
import { daysOf } from '../courses/course-list.tsx';
import { useOrganizer } from '../courses/organizer-select.tsx';
import { COUNCIL_TEXT } from '../text.ts';
import { usePrograms } from '../use-programs.ts';
import { useRoleName } from '../use-role-name.ts';
import { TEXT } from './text.ts';

export function FactsCard({ course }: { course: Course }) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const formats = useFormats();
  const organizer = useOrganizer(course.organizer_id).data?.organizer;
  const { accreditation, provider, requirements } = course;
  const day = (on: string | null | undefined) => (on ? formats.fullDay(on) : null);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [text.days, daysOf(course, formats)],
    [text.modality, words.modalities[course.modality]],
    [text.place, course.place],
    [text.hours, course.hours === null ? null : formats.number(course.hours)],
    [text.provider, provider?.name],
    [text.contact, provider?.contact],
    [text.code, course.code],
    [text.folio, accreditation?.folio],
    [text.accreditedOn, day(accreditation?.accredited_on)],
    [text.validUntil, day(accreditation?.valid_until)],
    [text.claimUntil, day(course.claim_until)],
    [text.capacity, course.capacity === null ? null : formats.number(course.capacity)],
    [
      text.attendance,
      requirements.min_attendance_percent === null
        ? null
        : formats.percent(requirements.min_attendance_percent / 100),
    ],
    [text.score, requirements.min_score === null ? null : formats.number(requirements.min_score)],
    [text.refusedFor, course.status === 'refused' ? accreditation?.reason : null],
  ];
  return (
    <Card title={text.facts}>
      <dl className="council-facts">
        {organizer && (
          <Fact label={text.organizer}>
            <Link href={`/memberships/organizers/${organizer.id}`}>{organizer.name}</Link>
          </Fact>
        )}
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ))}
      </dl>
    </Card>
  );
}

export function PointsCard({ course }: { course: Course }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { programOf, found } = usePrograms();
  const roleName = useRoleName();
  if (course.points.length === 0)
    return course.status === 'proposed' ? <Note tone="warn">{text.noPoints}</Note> : null;
  const categoryName = (programId: string, code: string) =>
    programOf(programId)?.rules.categories.find((category) => category.code === code)?.name ?? code;
  return (
    <Card title={text.points} flush>
      <Loaded found={found} lines={course.points.length} frame="padding">
        {() => (
          <Table
            caption={text.pointsCaption}
            columns={[
              { label: text.role, cell: ({ role }) => roleName(role) },
              { label: text.program, cell: ({ program_id: id }) => programOf(id)?.name ?? id },
              { label: text.category, cell: ({ program_id: id, category }) => categoryName(id, category) },
              { label: text.amount, kind: 'number', cell: ({ points }) => formats.number(points) },
            ]}
            rows={course.points}
            rowKey={({ program_id: id, role, category }) => `${id} ${role} ${category}`}
          />
        )}
      </Loaded>
    </Card>
  );
}
