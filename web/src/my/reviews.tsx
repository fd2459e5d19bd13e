/**
 * The member's open reviews: what is required and until when, and what was sent. Decided reviews are shown with their
 * draws.
 */

import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import type { MyDraw, MyReview, Part } from './api.ts';
import { useDays } from './days.ts';
import { ReviewForm } from './review-form.tsx';
import { REVIEWS } from './text-draws.ts';

export function Reviews({ page, reload }: Part) {
  return page.draws.map((draw) => {
    const { review } = draw;
    return (
      review?.status === 'open' && (
        <Review key={review.id} draw={draw} review={review} page={page} reload={reload} />
      )
    );
  });
}

type ReviewProps = Part & { draw: MyDraw; review: MyReview };

function Review({ draw, review, page, reload }: ReviewProps) {
  const text = useText(REVIEWS);
  const { day } = useDays();
  const maySend = page.as_of <= review.due_on;
  return (
    <Card
      title={<bdi>{text.title(draw.name)}</bdi>}
      note={text.period(draw.program, day(draw.from), day(draw.to))}
    >
      <div className="stack">
        <State review={review} isOver={!maySend} />
        {review.instructions !== null && (
          <div>
            <h3>{text.asked}</h3>
            <p className="my-instructions">{review.instructions}</p>
          </div>
        )}
        <Sent files={review.evidence} />
        {maySend && <ReviewForm review={review} page={page} reload={reload} />}
      </div>
    </Card>
  );
}

function State({ review, isOver }: { review: MyReview; isOver: boolean }) {
  const text = useText(REVIEWS);
  const { day } = useDays();
  const until = day(review.due_on);
  if (isOver) return <Note tone="warn">{text.over(until)}</Note>;
  if (review.evidence.length > 0) return <Note tone="good">{text.sentOpen(until)}</Note>;
  return <Note tone="warn">{text.open(until)}</Note>;
}

export function Sent({ files }: { files: MyReview['evidence'] }) {
  const text = useText(REVIEWS);
  const formats = useFormats();
  if (files.length === 0) return null;
  return (
    <div>
      <h3>{text.sent}</h3>
      <ul className="my-list">
        {files.map(({ file_name: name, note, sent_at: at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files are only added, at the end.
          <li key={index}>
            <bdi>{name}</bdi> <span className="muted small">· {formats.dateTime(at)}</span>
            {note !== null && (
              <p className="muted small">
                <bdi>{note}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
