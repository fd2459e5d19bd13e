/** One membership: its standing in a sentence, a bar for each requirement, and its renewal. */

import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type MyMembership } from './api.ts';
import { useDays } from './days.ts';
import { STANDING } from './text.ts';

type Props = { membership: MyMembership; reload: () => Promise<void> };

export function Standing({ membership, reload }: Props) {
  const text = useText(STANDING);
  const { day, points } = useDays();
  const { term, unit, standing } = membership;
  const sentence = text.sentence[standing](
    day(membership.valid_until),
    day(membership.closes_on),
    day(term.starts_on),
  );
  return (
    <Card title={<bdi>{membership.program}</bdi>}>
      <div className="stack">
        <p className="my-standing" data-valid={membership.valid}>
          {sentence}
        </p>
        <p className="muted small">
          {text.term(term.number, day(term.starts_on), day(term.ends_on))}
          {term.extended_until !== null && ` · ${text.extended(day(term.extended_until))}`}
        </p>
        {membership.requirements.map((requirement) => (
          <ProgressBar
            key={requirement.code}
            label={<bdi>{requirement.name}</bdi>}
            note={`${text.have(points(requirement.have), points(requirement.min))} · ${
              requirement.met ? text.met : text.missing(points(requirement.missing), unit)
            }`}
            value={requirement.have}
            max={requirement.min}
            tone={requirement.met ? 'normal' : 'warn'}
          />
        ))}
        {membership.met && membership.requirements.length > 0 && <Note tone="good">{text.allMet}</Note>}
        <Checklist items={membership.checklist} />
        <Renewal membership={membership} reload={reload} />
      </div>
    </Card>
  );
}

function Checklist({ items }: { items: MyMembership['checklist'] }) {
  const text = useText(STANDING);
  if (items.length === 0) return null;
  return (
    <div>
      <h3>{text.besides}</h3>
      <ul className="my-list">
        {items.map(({ name, done }) => (
          <li key={name} className="row row-apart">
            <bdi>{name}</bdi>
            <Badge tone={done ? 'good' : 'warn'}>{done ? text.done : text.notDone}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Renewal({ membership, reload }: Props) {
  const text = useText(STANDING);
  const { day, points } = useDays();
  const { renewal, unit } = membership;
  const missing = renewal.reasons.filter(({ name }) => name !== null);
  const ask = useChange(() => api.requestOwnRenewal(membership.id), reload);
  if (membership.standing === 'ended') return null;
  return (
    <div className="stack">
      <h3>{text.renewal}</h3>
      {renewal.is_asked && <Note tone="good">{text.asked}</Note>}
      {!renewal.is_asked && !renewal.can_ask && <p>{text.opens(day(renewal.opens_on))}</p>}
      {renewal.can_ask && <p>{missing.length === 0 ? text.ready : text.notReady}</p>}
      {renewal.can_ask && missing.length > 0 && (
        <ul className="my-bullets">
          {missing.map((reason) => (
            <li key={reason.name}>
              {reason.missing === null
                ? text.reasonDone(reason.name ?? '')
                : text.reason(reason.name ?? '', points(reason.missing), unit)}
            </li>
          ))}
        </ul>
      )}
      {ask.error && <Note tone="bad">{ask.error.message}</Note>}
      {renewal.can_ask && (
        <Button
          variant={missing.length === 0 ? 'primary' : 'secondary'}
          wide
          busy={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {text.ask}
        </Button>
      )}
    </div>
  );
}
