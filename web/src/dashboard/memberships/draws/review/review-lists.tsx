/** The reviews of one draw, or, from all draws, the reviews that wait for a decision. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { type Column, Table } from '../../../../ui/table.tsx';
import { api } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { StatusList, Steps } from '../../../status-list.tsx';
import { useDay, useToday } from '../../use-day.ts';
import { type Review, reviewLink } from '../use-draw.ts';
import { TEXT } from './text.ts';

export function ReviewsOfDraw({ drawId }: { drawId: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  return (
    <StatusList
      text={text}
      steps={text.pages}
      note={text.note}
      lines={4}
      queryKey={['reviews', mode, drawId]}
      load={(asked) => api.listReviews({ ...asked, draw_id: drawId, order: 'asc', mode })}
      isEmpty={({ reviews }) => reviews.length === 0}
      empty={() => (
        <EmptyState icon="search" title={text.noneTitle}>
          {text.none}
        </EmptyState>
      )}
    >
      {({ reviews }) => <ReviewTable reviews={reviews} />}
    </StatusList>
  );
}

export function WaitingReviews() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [offset, setOffset] = useState(0);
  const found = useQuery({
    queryKey: ['reviews', mode, 'waiting', offset],
    queryFn: () => api.listReviews({ waiting: 'true', order: 'asc', offset, mode }),
    placeholderData: (before) => before,
  });
  return (
    <Card title={text.title} note={text.waitingNote} flush>
      <Loaded
        found={found}
        lines={4}
        frame="padding"
        isEmpty={({ reviews }) => reviews.length === 0}
        empty={
          <EmptyState icon="check" title={text.nothingTitle}>
            {text.nothing}
          </EmptyState>
        }
      >
        {({ reviews, pagination }) => (
          <>
            <ReviewTable reviews={reviews} />
            <Steps text={text.pages} offset={offset} hasMore={pagination.has_more} onChange={setOffset} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ReviewTable({ reviews }: { reviews: readonly Review[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly Column<Review>[] = [
    {
      label: text.columns.member,
      cell: ({ id, member }) => (
        <span className="name-cell">
          <Link href={reviewLink(id)}>
            <bdi>{member.name || text.anonymous}</bdi>
          </Link>
          <span className="muted small">{member.member_number}</span>
        </span>
      ),
    },
    { label: text.columns.status, cell: ({ status }) => <ReviewBadge status={status} /> },
    {
      label: text.columns.files,
      cell: ({ evidence: { length } }) =>
        length === 0 ? <span className="muted">{text.noFiles}</span> : text.files(formats.number(length)),
    },
    { label: text.columns.due, cell: (review) => <DueDay review={review} /> },
    { label: text.columns.rank, kind: 'number', cell: ({ rank }) => formats.number(rank) },
  ];
  return <Table caption={text.title} columns={columns} rows={reviews} rowKey={({ id }) => id} />;
}

const TONES = { open: 'warn', passed: 'good', failed: 'bad', excused: 'info', cancelled: 'plain' } as const;

export function ReviewBadge({ status }: Pick<Review, 'status'>) {
  const text = useText(TEXT);
  return <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>;
}

/**
 * The day on which a review is due. Marked if it is past and the review still open: the council then decides or gives
 * more time.
 */
export function DueDay({ review: { status, due_on: dueOn } }: { review: Review }) {
  const text = useText(TEXT);
  const day = useDay();
  const today = useToday();
  const isOver = status === 'open' && dueOn < today;
  return (
    <span className="row gap-small">
      {day(dueOn)}
      {isOver && <Badge tone="bad">{text.over}</Badge>}
    </span>
  );
}
