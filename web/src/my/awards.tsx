/** The member's activities, how much of each counts and why, and diplomas and badges to download. */

import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { AWARD_TONES, Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, links, type MyAward, type Part } from './api.ts';
import { useDays } from './days.ts';
import { AWARDS } from './text.ts';

const SHOWN = 10;

export function Awards({ page, reload }: Part) {
  const text = useText(AWARDS);
  const [most, setMost] = useState(SHOWN);
  const { awards } = page;
  const hidden = awards.length - most;
  const missing = awards.find((award) => award.no_badge_because !== null)?.no_badge_because ?? undefined;
  return (
    <Card title={text.title}>
      <div className="stack">
        {missing !== undefined && <Note>{text.noBadges[missing]}</Note>}
        {awards.length === 0 && <p className="muted">{text.empty}</p>}
        <ul className="my-awards">
          {awards.slice(0, most).map((award) => (
            <AwardItem key={award.id} award={award} reload={reload} />
          ))}
        </ul>
        {hidden > 0 && (
          <Button wide onClick={() => setMost(most + 50)}>
            {text.more(Math.min(hidden, 50))}
          </Button>
        )}
      </div>
    </Card>
  );
}

function AwardItem({ award, reload }: { award: MyAward; reload: () => Promise<void> }) {
  const text = useText(AWARDS);
  const { day } = useDays();
  const withdraw = useChange(() => api.withdrawOwnActivity(award.id), reload);
  return (
    <li className="stack gap-small">
      <div className="row row-apart">
        <h3>
          <bdi>{award.title}</bdi>
        </h3>
        <Badge tone={AWARD_TONES[award.status]}>{text.status[award.status]}</Badge>
      </div>
      <p className="muted small">{day(award.completed_on)}</p>
      {award.lines.map((line) => (
        <Counted
          key={`${line.program} ${line.category}`}
          line={line}
          isApproved={award.status === 'approved'}
        />
      ))}
      {award.reason !== null && <p className="small">{text.reason(award.reason)}</p>}
      {withdraw.error && <Note tone="bad">{withdraw.error.message}</Note>}
      <div className="row gap-small">
        <Papers award={award} />
        {award.is_own && award.status === 'pending' && (
          <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {text.withdraw}
            <span className="visually-hidden">: {award.title}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function Counted({ line, isApproved }: { line: MyAward['lines'][number]; isApproved: boolean }) {
  const text = useText(AWARDS);
  const { points } = useDays();
  const isLess = isApproved && line.counted < line.points;
  const [kind = ''] = (line.because ?? '').split(':');
  const words = text.because[kind as keyof typeof text.because];
  return (
    <p className="small">
      <bdi>{line.category}</bdi>
      {': '}
      {isLess
        ? text.counts(points(line.counted), points(line.points), line.unit)
        : text.full(points(line.points), line.unit)}
      {isLess && words !== undefined && <span className="muted"> — {words(line.because_of ?? '')}</span>}
    </p>
  );
}

function Papers({ award }: { award: MyAward }) {
  const text = useText(AWARDS);
  const link = (href: string, words: string) => (
    <ButtonLink external download size="small" icon="download" href={href}>
      {words}
      <span className="visually-hidden">: {award.title}</span>
    </ButtonLink>
  );
  return (
    <>
      {award.diploma?.status === 'certified' && link(links.getOwnDiploma(award.id), text.diploma)}
      {award.has_badge && link(links.getOwnBadge(award.id), text.badge)}
      {award.has_badge && link(links.getOwnBadge(award.id, { format: 'png' }), text.picture)}
      {award.linkedin_url !== null && (
        <ButtonLink external target="_blank" rel="noopener noreferrer" size="small" href={award.linkedin_url}>
          {text.linkedIn}
          <span className="visually-hidden">: {award.title}</span>
        </ButtonLink>
      )}
    </>
  );
}
