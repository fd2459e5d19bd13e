import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { api, type Batch, type BatchItem } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Steps } from './steps.tsx';
import { TEXT } from './text.ts';

const STATUSES = ['queued', 'made', 'failed'] as const;
const TONES = { queued: 'warn', made: 'good', failed: 'bad' } as const;

export function BatchItems({ batch }: { batch: Batch }) {
  const { items: text } = useText(TEXT);
  const [mode] = useMode();
  const [status, setStatus] = useState<BatchItem['status'] | ''>('');
  const [offset, setOffset] = useState(0);
  const asked = { offset, ...(status !== '' && { status }) };
  const list = useQuery({
    queryKey: ['batch-items', mode, batch.id, asked],
    queryFn: () => api.listBatchItems(batch.id, { ...asked, mode }),
    placeholderData: (before) => before,
  });
  const options = [
    { value: '' as const, label: text.any },
    ...STATUSES.map((value) => ({ value, label: text.statuses[value] })),
  ];
  return (
    <Card title={text.title} flush>
      <div className="batch-filter">
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
        <div className="batch-wait">
          <Skeleton lines={5} />
        </div>
      ) : list.data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.items.length === 0 ? (
        <EmptyState icon="search" title={text.none} />
      ) : (
        <>
          <ItemTable items={list.data.items} />
          <Steps offset={offset} hasMore={list.data.pagination.has_more} onChange={setOffset} />
        </>
      )}
    </Card>
  );
}

function ItemTable({ items }: { items: readonly BatchItem[] }) {
  const { items: text } = useText(TEXT);
  const columns: readonly Column<BatchItem>[] = [
    { label: text.columns.file, cell: (item) => <FileOf item={item} /> },
    {
      label: text.columns.sha256,
      cell: ({ sha256 }) => (
        <span className="mono small" title={sha256}>
          {sha256.slice(0, 12)}…
        </span>
      ),
    },
    { label: text.columns.status, cell: (item) => <Outcome item={item} /> },
  ];
  return <Table caption={text.title} columns={columns} rows={items} rowKey={({ id }) => id} />;
}

function FileOf({ item: { certificate, file_name: name } }: { item: BatchItem }) {
  if (certificate === null) return <bdi>{name}</bdi>;
  return (
    <Link href={`/certificates/${certificate.id}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function Outcome({ item: { status, error } }: { item: BatchItem }) {
  const { items: text } = useText(TEXT);
  return (
    <div className="batch-outcome">
      <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
      {error && <span className="small">{error.message}</span>}
    </div>
  );
}
