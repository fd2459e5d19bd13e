/** One course: what was proposed, what the council decided, its rosters. A proposal can be corrected or withdrawn. */

import { type ReactNode, useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type DeskCourse } from './api.ts';
import { CourseForm } from './course-form.tsx';
import { CourseStatus } from './course-status.tsx';
import { Rosters } from './rosters.tsx';
import { COURSE, TEXT } from './text.ts';
import { useLoaded } from './use-loaded.ts';
import { hrefOf, type Shown } from './use-place.ts';

export function CourseCard({ id, show }: { id: string; show: (next: Shown) => void }) {
  const found = useLoaded(id, () => api.getDeskCourse(id));
  return (
    <Loaded found={found} lines={5} frame="card">
      {({ course }) => (
        <>
          {course.status === 'proposed' ? (
            <Proposal course={course} show={show} reload={found.refetch} />
          ) : (
            <Decided course={course} />
          )}
          {course.status !== 'proposed' && <Rosters courseId={id} />}
        </>
      )}
    </Loaded>
  );
}

type ProposalProps = { course: DeskCourse; show: (next: Shown) => void; reload: () => Promise<void> };

function Proposal({ course, show, reload }: ProposalProps) {
  const text = useText(COURSE);
  const [isSaved, setSaved] = useState(false);
  const withdraw = useChange(
    () => api.withdrawProposal(course.id),
    () => show({ part: 'home' }),
  );
  const actions = (
    <Button size="small" variant="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
      {text.withdraw}
    </Button>
  );
  return (
    <Card title={course.title} note={text.waits} actions={actions}>
      {withdraw.error && <Note tone="bad">{withdraw.error.message}</Note>}
      {isSaved && <Note tone="good">{text.saved}</Note>}
      <CourseForm
        before={course}
        submit={text.save}
        send={async (fields) => {
          await api.changeProposal(course.id, fields);
          setSaved(true);
          await reload();
        }}
      />
    </Card>
  );
}

function Decided({ course }: { course: DeskCourse }) {
  const text = useText(COURSE);
  const words = useText(TEXT);
  const formats = useFormats();
  const { id, title, status, ends_on, starts_on, points } = course;
  const day = (on: string | null) => (on === null ? null : formats.fullDay(on));
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text.status, <CourseStatus key="status" status={status} />],
    [words.reason, course.reason],
    [text.folio, course.folio],
    [
      text.days,
      ends_on === null ? day(starts_on) : words.fromTo(formats.fullDay(starts_on), formats.fullDay(ends_on)),
    ],
    [text.rosterDue, status === 'accredited' ? day(course.roster_due_on) : null],
    [text.claimUntil, day(course.claim_until)],
    [text.attendance, percentOf(course.requirements.min_attendance_percent)],
    [text.place, course.place],
    [
      text.points,
      points.length === 0
        ? null
        : points.map((line) => (
            <span key={`${line.program_id} ${line.role} ${line.category}`} className="desk-line-words">
              {text.pointsOf(
                formats.number(line.points),
                line.category,
                text.roles[line.role as 'attendee'] ?? line.role,
              )}
            </span>
          )),
    ],
  ];
  return (
    <Card
      title={title}
      actions={
        status === 'accredited' && (
          <ButtonLink external variant="primary" icon="upload" href={hrefOf({ part: 'send', id })}>
            {words.send}
          </ButtonLink>
        )
      }
    >
      <dl className="desk-facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

function percentOf(value: number | null): string | null {
  return value === null ? null : `${value} %`;
}
