import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { Fact } from '../../../../ui/fact.tsx';
import { api } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { usePageTitle } from '../../../page.tsx';
import { RecordPage } from '../../../record-page.tsx';
import '../../awards/awards.css';
import { Evidence } from '../../awards/evidence.tsx';
import '../../council.css';
import { memberLink } from '../../member-links.ts';
import '../draws.css';
import { drawLink, type Review, useDraw } from '../use-draw.ts';
import { ReviewActions } from './review-actions.tsx';
import { DueDay, ReviewBadge } from './review-lists.tsx';
import { TEXT } from './text.ts';

/** The review of one member: what was sent, and the decision. */
export function ReviewPage({ id }: { id: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({ queryKey: ['review', id, mode], queryFn: () => api.getReview(id, { mode }) });
  const drawId = found.data?.review.draw_id;
  const all = { href: '/memberships/draws', label: text.backAll, quiet: true };
  return (
    <RecordPage
      found={found}
      title={text.review}
      back={drawId === undefined ? all : { href: drawLink(drawId), label: text.back, quiet: true }}
      missing={{ title: text.notFoundTitle, text: text.notFound, back: all }}
    >
      {({ review }) => <ReviewDetail review={review} />}
    </RecordPage>
  );
}

function ReviewDetail({ review }: { review: Review }) {
  const text = useText(TEXT);
  const name = review.member.name || text.anonymous;
  usePageTitle(`${text.review}: ${name}`);
  return (
    <>
      <header className="page-head">
        <div>
          <div className="row gap-small">
            <ReviewBadge status={review.status} />
            <span className="muted">{text.number(review.member.member_number)}</span>
          </div>
          <h1>
            <Link href={memberLink(review.member_id)} className="review-member">
              <bdi>{name}</bdi>
            </Link>
          </h1>
        </div>
        {review.status === 'open' && <ReviewActions review={review} />}
      </header>
      <div className="stack gap-large">
        <Facts review={review} />
        <Card title={text.evidence}>
          <Evidence
            items={review.evidence.map(({ certificate_id, note }) => ({
              certificate_id,
              ...(note !== null && { note }),
            }))}
            none={text.noEvidence}
          />
        </Card>
      </div>
    </>
  );
}

function Facts({ review }: { review: Review }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const draw = useDraw(review.draw_id).data?.draw;
  const { decision, evidence } = review;
  const last = evidence.at(-1);
  return (
    <Card title={text.facts.title}>
      <dl className="council-facts">
        {draw && (
          <Fact label={text.facts.draw}>
            <Link href={drawLink(draw.id)}>{draw.name}</Link>
          </Fact>
        )}
        <Fact label={text.facts.rank}>{formats.number(review.rank)}</Fact>
        <Fact label={text.facts.due}>
          <DueDay review={review} />
        </Fact>
        {last && <Fact label={text.facts.sent}>{formats.dateTime(last.sent_at)}</Fact>}
        {decision && <Fact label={text.facts.decided}>{formats.dateTime(decision.at)}</Fact>}
        {decision?.reason && <Fact label={text.facts.reason}>{decision.reason}</Fact>}
      </dl>
      {draw && draw.instructions !== null && (
        <dl className="draw-instructions">
          <Fact label={text.facts.instructions}>{draw.instructions}</Fact>
        </dl>
      )}
    </Card>
  );
}
