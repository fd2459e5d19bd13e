import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { api } from '../../../api.ts';
import { useMay } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { reviewLink } from '../use-draw.ts';
import { DueDay, ReviewBadge } from './review-lists.tsx';
import { TEXT } from './text.ts';

const MOST = 20;

/** The newest reviews of a member. Nothing where the member was never drawn. */
export function ReviewsOfMember({ memberId }: { memberId: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['reviews', mode, 'member', memberId],
    queryFn: () => api.listReviews({ member_id: memberId, limit: MOST, mode }),
    enabled: may('listReviews'),
  });
  if (data === undefined || data.reviews.length === 0) return null;
  return (
    <Card title={text.title} note={text.memberNote}>
      <ul className="document-list">
        {data.reviews.map((review) => (
          <li key={review.id}>
            <Link href={reviewLink(review.id)}>
              {text.due} <DueDay review={review} />
            </Link>
            <ReviewBadge status={review.status} />
          </li>
        ))}
      </ul>
      {data.pagination.has_more && <p className="small muted">{text.newest(MOST)}</p>}
    </Card>
  );
}
