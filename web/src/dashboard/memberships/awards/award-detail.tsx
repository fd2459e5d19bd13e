import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { AWARD_TONES, Badge } from '../../../ui/badge.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { QueuedAward } from '../../api.ts';
import { May } from '../../may.tsx';
import { ReportedByYou } from '../four-eyes.tsx';
import { courseLink, memberLink } from '../member-links.ts';
import { useDay } from '../use-day.ts';
import { usePrograms } from '../use-programs.ts';
import { Evidence } from './evidence.tsx';
import { TEXT } from './text.ts';

/** The selected award: what is claimed, and the evidence for it. */
export function AwardDetail({ row: { award, member, title, reported_by_you } }: { row: QueuedAward }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  return (
    <section className="queue-detail stack" aria-label={text.detail} aria-live="polite">
      <div>
        <Badge tone={AWARD_TONES[award.status]}>{text.one[award.status]}</Badge>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <p>
          <Link href={memberLink(member.id)}>
            <bdi>{member.name || text.anonymous}</bdi>
          </Link>{' '}
          <span className="muted">· {member.member_number}</span>
        </p>
      </div>
      {reported_by_you && (
        <May act="approveAward">
          <ReportedByYou />
        </May>
      )}
      <PointLines award={award} />
      <dl className="queue-facts">
        <Fact label={text.completed}>{day(award.completed_on)}</Fact>
        <Fact label={text.role}>{award.role === 'attendee' ? text.attendee : award.role}</Fact>
        {award.activity?.provider && <Fact label={text.provider}>{award.activity.provider}</Fact>}
        {award.activity?.kind && <Fact label={text.kind}>{award.activity.kind}</Fact>}
        {award.hours !== null && <Fact label={text.hours}>{formats.decimal(award.hours)}</Fact>}
        {award.attendance_percent !== null && (
          <Fact label={text.attendance}>{formats.percent(award.attendance_percent / 100)}</Fact>
        )}
        {award.score !== null && <Fact label={text.score}>{formats.decimal(award.score)}</Fact>}
        {award.course_id && (
          <Fact label={text.course}>
            <Link href={courseLink(award.course_id)}>{text.openCourse}</Link>
          </Fact>
        )}
        <Fact label={text.reported}>{formats.dateTime(award.created_at)}</Fact>
        {award.decision && <Fact label={text.decided}>{formats.dateTime(award.decision.at)}</Fact>}
        {award.decision?.reason && <Fact label={text.reason}>{award.decision.reason}</Fact>}
      </dl>
      <div className="stack gap-small">
        <h3>{text.evidence}</h3>
        <Evidence
          items={award.evidence}
          none={award.roster_id === null ? text.noEvidence : text.fromRoster}
        />
      </div>
    </section>
  );
}

function PointLines({ award }: Pick<QueuedAward, 'award'>) {
  const formats = useFormats();
  const { programOf, found } = usePrograms();
  return (
    <Loaded found={found} lines={award.points.length}>
      {() => (
        <ul className="queue-points">
          {award.points.map(({ program_id, category, points }) => {
            const program = programOf(program_id);
            const name = program?.rules.categories.find(({ code }) => code === category)?.name ?? category;
            return (
              <li key={`${program_id} ${category}`}>
                <strong>{formats.decimal(points)}</strong> {program?.unit}
                <span className="muted small">
                  <bdi>{name}</bdi>
                  {program && (
                    <>
                      {' · '}
                      <bdi>{program.name}</bdi>
                    </>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}
