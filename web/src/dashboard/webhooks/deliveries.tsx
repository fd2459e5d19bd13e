import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, type Delivery } from '../api.ts';
import { useMode } from '../mode.tsx';
import { TEXT } from './text.ts';

const REFRESH_MS = 2_000;
const PAGE = 20;
const STATUSES = ['waiting', 'delivered', 'failed'] as const;
const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

export function Deliveries({ webhookId }: { webhookId: string }) {
  const { deliveries: text } = useText(TEXT);
  const [mode] = useMode();
  const [status, setStatus] = useState<Delivery['status'] | ''>('');
  const [offset, setOffset] = useState(0);
  const asked = { offset, ...(status !== '' && { status }) };
  const list = useQuery({
    queryKey: ['deliveries', mode, webhookId, asked],
    queryFn: () => api.listDeliveries(webhookId, { ...asked, mode }),
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
  });
  const options = [
    { value: '' as const, label: text.any },
    ...STATUSES.map((value) => ({ value, label: text.statuses[value] })),
  ];
  return (
    <Card title={text.title} note={text.note} flush>
      <div className="delivery-filter">
        <Select
          label={text.status}
          value={status}
          options={options}
          onChange={(next) => {
            setStatus(next);
            setOffset(0);
          }}
        />
      </div>
      {list.isPending ? (
        <div className="delivery-wait">
          <Skeleton lines={4} />
        </div>
      ) : list.data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.deliveries.length === 0 ? (
        <EmptyState icon="clock" title={text.emptyTitle}>
          {status === '' ? text.empty : text.noneOfStatus}
        </EmptyState>
      ) : (
        <>
          <DeliveryTable deliveries={list.data.deliveries} />
          <Steps offset={offset} hasMore={list.data.pagination.has_more} onChange={setOffset} />
        </>
      )}
    </Card>
  );
}

function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { deliveries: text } = useText(TEXT);
  const formats = useFormats();
  const columns: readonly Column<Delivery>[] = [
    {
      label: text.columns.event,
      cell: (one) => (
        <Link href={`/webhooks/${one.webhook_id}/deliveries/${one.id}`}>
          <code>{one.event_type}</code>
        </Link>
      ),
    },
    { label: text.columns.status, cell: (one) => <DeliveryStatus delivery={one} /> },
    {
      label: text.columns.when,
      cell: ({ attempted_at: at }) => (
        <time dateTime={at} title={formats.exactTime(at)}>
          {formats.relative(at)}
        </time>
      ),
    },
    { label: text.columns.attempts, kind: 'number', cell: ({ attempts }) => formats.number(attempts) },
    {
      label: text.columns.next,
      cell: ({ next_try_at: at }) =>
        at === null ? (
          <span className="muted">–</span>
        ) : (
          <time dateTime={at} title={formats.exactTime(at)}>
            {formats.relative(at)}
          </time>
        ),
    },
  ];
  return <Table caption={text.title} columns={columns} rows={deliveries} rowKey={({ id }) => id} />;
}

export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { deliveries: text } = useText(TEXT);
  return <Badge tone={TONES[delivery.status]}>{text.statuses[delivery.status]}</Badge>;
}

type StepsProps = { offset: number; hasMore: boolean; onChange: (offset: number) => void };

function Steps({ offset, hasMore, onChange }: StepsProps) {
  const { deliveries: text } = useText(TEXT);
  if (offset === 0 && !hasMore) return null;
  return (
    <nav className="delivery-steps row gap-small" aria-label={text.pages}>
      <Button
        size="small"
        icon="back"
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - PAGE))}
      >
        {text.newer}
      </Button>
      <Button size="small" icon="arrow" disabled={!hasMore} onClick={() => onChange(offset + PAGE)}>
        {text.older}
      </Button>
    </nav>
  );
}
