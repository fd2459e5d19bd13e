/** The courses that an organiser proposed, each with its points and a button that accredits it. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { api, type Course, type Organizer } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { daysOf } from '../courses/course-list.tsx';
import { usePrograms } from '../use-programs.ts';
import { useRoleName } from '../use-role-name.ts';
import { TEXT } from './text.ts';

export function Proposals({ organizer }: { organizer: Organizer }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['organizer', organizer.id, 'proposals', mode],
    queryFn: () => api.listCourses({ organizer_id: organizer.id, status: 'proposed', limit: 100, mode }),
  });
  return (
    <Card
      title={text.proposals}
      actions={
        <ButtonLink href={`/memberships/courses?organizer=${organizer.id}`} size="small">
          {text.allCourses}
        </ButtonLink>
      }
    >
      <Loaded
        found={found}
        lines={3}
        isEmpty={({ courses }) => courses.length === 0}
        empty={<p className="muted">{text.noProposals}</p>}
      >
        {({ courses }) => (
          <ul className="organizer-proposals">
            {courses.map((course) => (
              <Proposal key={course.id} course={course} organizerId={organizer.id} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Proposal({ course, organizerId }: { course: Course; organizerId: string }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const { programOf } = usePrograms();
  const roleName = useRoleName();
  const accredit = useChange(() => api.accreditCourse(course.id, {}, { mode }), {
    awaits: [['organizer', organizerId]],
    resets: [['courses']],
    refreshes: [['course', course.id]],
    say: ({ course: { accreditation } }) => text.accredited(accreditation?.folio ?? ''),
    saysRefusal: true,
  });
  const lines = course.points.map(({ program_id, role, category, points }) => {
    const program = programOf(program_id);
    const name = program?.rules.categories.find(({ code }) => code === category)?.name ?? category;
    return [text.upTo(formats.number(points)), name, program?.name, roleName(role)]
      .filter(Boolean)
      .join(' · ');
  });
  return (
    <li>
      <div>
        <Link href={`/memberships/courses/${course.id}`}>
          <bdi>{course.title}</bdi>
        </Link>
        <p className="small muted">{daysOf(course, formats)}</p>
        {lines.length === 0 && <p className="small muted">{text.noPoints}</p>}
        {lines.map((line) => (
          <p key={line} className="small">
            {line}
          </p>
        ))}
      </div>
      {lines.length > 0 && (
        <May act="accreditCourse">
          <Button size="small" icon="check" busy={accredit.isPending} onClick={() => accredit.mutate()}>
            {text.accredit}
            <span className="visually-hidden">: {course.title}</span>
          </Button>
        </May>
      )}
    </li>
  );
}
