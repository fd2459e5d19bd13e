/** How a member stands, in sentences. */

import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Member, Membership } from '../../api.ts';
import { StandingBadge } from '../badges.tsx';
import { usePrograms } from '../use-programs.ts';
import { TEXT } from './text.ts';

export function StandingSentences({
  member,
  memberships,
}: {
  member: Member;
  memberships: readonly Membership[];
}) {
  const text = useText(TEXT);
  const formats = useFormats();
  if (member.status === 'anonymised') return <p>{text.anonymised}</p>;
  return (
    <div className="standing-list">
      {member.status !== 'active' && member.suspended_on && (
        <p>
          {member.status === 'deceased'
            ? text.dead(formats.fullDay(member.suspended_on))
            : text.suspendedOn(formats.fullDay(member.suspended_on))}{' '}
          {member.suspend_reason}
        </p>
      )}
      {memberships.length === 0 && <p className="muted">{text.noMembership}</p>}
      {memberships.map((membership) => (
        <Sentence key={membership.id} membership={membership} />
      ))}
    </div>
  );
}

function Sentence({ membership }: { membership: Membership }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { programOf, found } = usePrograms();
  const program = programOf(membership.program_id);
  if (found.data === undefined && !found.error) return <Skeleton lines={1} />;
  const { standing } = membership;
  const day = {
    scheduled: membership.starts_on,
    ended: membership.ended_on ?? membership.valid_until,
  };
  const on = formats.fullDay(day[standing as keyof typeof day] ?? membership.valid_until);
  const evaluation = membership.current_term.evaluation;
  const items = membership.current_term.checklist.filter(({ done }) => !done);
  const undone = [...new Set(items.map(({ name }) => name))];
  const isRunning = ['current', 'delinquent', 'grace', 'lapsed'].includes(standing);
  return (
    <p className="row gap-small">
      <StandingBadge standing={standing} />
      <span>
        {text.sentences[standing](program?.name ?? '', on)}{' '}
        {isRunning &&
          evaluation &&
          (evaluation.met
            ? undone.length === 0
              ? text.met
              : text.itemsMissing(undone.join(', '))
            : text.missing(formats.number(evaluation.missing_points), program?.unit ?? ''))}
      </span>
    </p>
  );
}
