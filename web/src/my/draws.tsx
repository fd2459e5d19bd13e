/**
 * The draws in which the member could be drawn, with the values that the member needs to find themselves in the sealed
 * list.
 */

import { useText } from '../i18n/use-text.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Fact } from '../ui/fact.tsx';
import { Note } from '../ui/note.tsx';
import type { MyDraw, MyReview } from './api.ts';
import { Sent } from './reviews.tsx';
import { DRAWS, REVIEWS } from './text-draws.ts';

export function Draws({ draws }: { draws: readonly MyDraw[] }) {
  const text = useText(DRAWS);
  if (draws.length === 0) return null;
  return (
    <Card title={text.title}>
      <div className="stack">
        <p className="muted small">{text.how}</p>
        <ul className="my-awards">
          {draws.map((draw) => (
            <li key={`${draw.number} ${draw.membership_id}`} className="stack gap-small">
              <p>
                <strong>
                  {draw.number}. <bdi>{draw.name}</bdi>
                </strong>{' '}
                · {stateOf(draw, text)}
              </p>
              {draw.review !== null && <Decided review={draw.review} />}
              <p className="small">
                <a href={new URL(draw.public_url).pathname}>{text.page}</a>
              </p>
              <Disclosure summary={text.check}>
                <p className="muted small">{text.checkHow}</p>
                <dl className="my-entry">
                  <Fact label={text.entry}>
                    <code>{draw.commitment}</code>
                  </Fact>
                  <Fact label={text.salt}>
                    <code>{draw.salt}</code>
                  </Fact>
                  <Fact label={text.id}>
                    <code>{draw.membership_id}</code>
                  </Fact>
                </dl>
              </Disclosure>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Decided({ review: { status, reason, evidence } }: { review: MyReview }) {
  const text = useText(REVIEWS);
  if (status === 'open') return null;
  return (
    <>
      <Note tone={status === 'passed' ? 'good' : 'info'}>
        <p>{text.decided[status]}</p>
        {reason !== null && <p>{text.reason(reason)}</p>}
      </Note>
      <Sent files={evidence} />
    </>
  );
}

function stateOf({ status, review }: MyDraw, text: (typeof DRAWS)['en']): string {
  if (status === 'drawn' || status === 'draft') return review === null ? text.notDrawn : text.drawn;
  return text.status[status];
}
