/** The courses of the organiser, newest first, with what can be done with each. */

import { useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { AddButton, Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { api, type DeskCourse } from './api.ts';
import { CourseStatus } from './course-status.tsx';
import { TEXT } from './text.ts';
import { useLoaded } from './use-loaded.ts';
import { hrefOf, type Shown } from './use-place.ts';

const PAGE = 20;

export function Courses({ show }: { show: (next: Shown) => void }) {
  const text = useText(TEXT);
  const [offset, setOffset] = useState(0);
  const found = useLoaded(`courses ${offset}`, () => api.listDeskCourses({ limit: PAGE, offset }));
  const propose = <AddButton label={text.propose} onClick={() => show({ part: 'propose' })} />;
  return (
    <Card title={text.courses} actions={propose}>
      <Loaded
        found={found}
        lines={4}
        isEmpty={({ courses }) => courses.length === 0}
        empty={
          <EmptyState icon="book" title={text.noCourses}>
            {text.noCoursesHint}
          </EmptyState>
        }
      >
        {({ courses, pagination }) => (
          <>
            <ul className="desk-list">
              {courses.map((course) => (
                <CourseRow key={course.id} course={course} />
              ))}
            </ul>
            {(offset > 0 || pagination.has_more) && (
              <div className="row row-apart">
                <Button size="small" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
                  {text.newer}
                </Button>
                <Button size="small" disabled={!pagination.has_more} onClick={() => setOffset(offset + PAGE)}>
                  {text.older}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function CourseRow({ course }: { course: DeskCourse }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { id, title, starts_on, ends_on, status, folio, reason } = course;
  const days =
    ends_on === null || ends_on === starts_on
      ? formats.fullDay(starts_on)
      : text.fromTo(formats.fullDay(starts_on), formats.fullDay(ends_on));
  return (
    <li>
      <div className="desk-row-words">
        <a href={hrefOf({ part: 'course', id })}>
          <bdi>{title}</bdi>
        </a>
        <p className="small muted">
          {days}
          {folio !== null && ` · ${folio}`}
        </p>
        {reason !== null && <p className="small">{text.because(reason)}</p>}
      </div>
      <CourseStatus status={status} />
      {status === 'accredited' && (
        <ButtonLink external size="small" icon="upload" href={hrefOf({ part: 'send', id })}>
          {text.send}
        </ButtonLink>
      )}
    </li>
  );
}
