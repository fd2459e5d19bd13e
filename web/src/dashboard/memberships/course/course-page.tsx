import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { api, type Course } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { usePageTitle } from '../../page.tsx';
import { RecordPage } from '../../record-page.tsx';
import { CourseStatusBadge } from '../badges.tsx';
import '../council.css';
import { ReportedByYou, useReportedByYou } from '../four-eyes.tsx';
import { CourseAwards } from './awards/course-awards.tsx';
import { ChangeCourseDialog, mayChange } from './change-course-dialog.tsx';
import './course.css';
import { May } from '../../may.tsx';
import { AccreditDialog, EndDialog, RefuseDialog } from './decide-dialogs.tsx';
import { DiplomasCard } from './diplomas-card.tsx';
import { FactsCard, PointsCard } from './facts-card.tsx';
import { RosterCard } from './roster/roster-card.tsx';
import { RostersCard } from './rosters-card.tsx';
import { TEXT } from './text.ts';

export function CoursePage({ id }: { id: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const course = useQuery({ queryKey: ['course', id, mode], queryFn: () => api.getCourse(id, { mode }) });
  return (
    <RecordPage
      found={course}
      title={text.title}
      back={{ href: '/memberships/courses', label: text.back, quiet: true }}
      missing={{ title: text.notFoundTitle, text: text.notFound }}
    >
      {(found) => <CourseDetail course={found.course} />}
    </RecordPage>
  );
}

function CourseDetail({ course }: { course: Course }) {
  usePageTitle(course.title);
  const isOpen = course.status === 'accredited';
  const hasAwards = isOpen || course.status === 'closed';
  return (
    <>
      <header className="page-head">
        <div>
          <div className="row gap-small">
            <CourseStatusBadge status={course.status} />
            {course.accreditation?.folio && <span className="mono muted">{course.accreditation.folio}</span>}
          </div>
          <h1 className="course-title">
            <bdi>{course.title}</bdi>
          </h1>
          {course.description && <p className="page-intro">{course.description}</p>}
        </div>
        <Decisions course={course} />
      </header>
      <div className="stack gap-large">
        {isOpen && (
          <May act="postRoster">
            <RosterCard course={course} />
          </May>
        )}
        {hasAwards && <CourseAwards course={course} />}
        {hasAwards && <DiplomasCard course={course} />}
        <FactsCard course={course} />
        <PointsCard course={course} />
        {hasAwards && <RostersCard course={course} />}
      </div>
    </>
  );
}

function Decisions({ course }: { course: Course }) {
  const text = useText(TEXT);
  const [open, setOpen] = useState<'change' | 'accredit' | 'refuse' | 'close' | 'cancel'>();
  const close = () => setOpen(undefined);
  const isOwn = useReportedByYou(course.id, course.status === 'proposed', course.updated_at);
  return (
    <div className="row gap-small">
      {mayChange(course) && (
        <May act="updateCourse">
          <Button variant="quiet" icon="settings" onClick={() => setOpen('change')}>
            {text.change.open}
          </Button>
        </May>
      )}
      {course.status === 'proposed' && (
        <>
          <May act="cancelCourse">
            <Button variant="quiet" onClick={() => setOpen('cancel')}>
              {text.cancel}
            </Button>
          </May>
          {isOwn ? (
            <May act="accreditCourse">
              <ReportedByYou />
            </May>
          ) : (
            <>
              <May act="refuseCourse">
                <Button variant="danger" onClick={() => setOpen('refuse')}>
                  {text.refuse}
                </Button>
              </May>
              <May act="accreditCourse">
                <Button variant="primary" icon="check" onClick={() => setOpen('accredit')}>
                  {text.accredit}
                </Button>
              </May>
            </>
          )}
        </>
      )}
      {course.status === 'accredited' && (
        <>
          <May act="cancelCourse">
            <Button variant="quiet" onClick={() => setOpen('cancel')}>
              {text.cancel}
            </Button>
          </May>
          <May act="closeCourse">
            <Button icon="lock" onClick={() => setOpen('close')}>
              {text.close}
            </Button>
          </May>
        </>
      )}
      {open === 'change' && <ChangeCourseDialog course={course} onClose={close} />}
      {open === 'accredit' && <AccreditDialog course={course} onClose={close} />}
      {open === 'refuse' && <RefuseDialog course={course} onClose={close} />}
      {(open === 'close' || open === 'cancel') && <EndDialog course={course} how={open} onClose={close} />}
    </div>
  );
}
