import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { type Column, Table } from '../../../../ui/table.tsx';
import { api } from '../../../api.ts';
import { useMay } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { type Review, reviewLink } from '../use-draw.ts';
import { DueDay, ReviewBadge } from './review-lists.tsx';
import { TEXT } from './text.ts';

const MOST = 20;

/** The newest reviews of a member. Shows nothing if the member was never drawn. */
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
  const columns: readonly Column<Review>[] = [
    {
      label: text.columns.due,
      cell: (review) => (
        <Link href={reviewLink(review.id)}>
          <DueDay review={review} />
        </Link>
      ),
    },
    { label: text.columns.status, cell: ({ status }) => <ReviewBadge status={status} /> },
  ];
  return (
    <Card title={text.title} note={text.memberNote} flush>
      <Table caption={text.title} columns={columns} rows={data.reviews} rowKey={({ id }) => id} />
      {data.pagination.has_more && <p className="council-count">{text.newest(MOST)}</p>}
    </Card>
  );
}
