import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { api, type Batch } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { Steps } from '../../status-list.tsx';
import { BatchProgress, BatchStatus } from './batch-progress.tsx';
import { NewBatch } from './new-batch.tsx';
import { TEXT } from './text.ts';

const BUSY_REFRESH_MS = 1_500;
const CALM_REFRESH_MS = 6_000;

export function BatchesPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  return (
    <Page title={text.title} intro={mode === 'live' ? text.introLive : text.introTest}>
      <May act="createBatch">
        <Card title={text.create.title}>
          <NewBatch />
        </Card>
      </May>
      <BatchList />
    </Page>
  );
}

function BatchList() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [offset, setOffset] = useState(0);
  const list = useQuery({
    queryKey: ['batches', mode, offset],
    queryFn: () => api.listBatches({ mode, offset }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ status }) => status !== 'completed') ? BUSY_REFRESH_MS : CALM_REFRESH_MS,
  });
  return (
    <Card title={text.list} flush>
      <Loaded
        found={list}
        lines={4}
        frame="padding"
        isEmpty={({ batches }) => batches.length === 0}
        empty={
          <EmptyState icon="block" title={text.emptyTitle}>
            {text.empty}
          </EmptyState>
        }
      >
        {({ batches, pagination }) => (
          <>
            <BatchTable batches={batches} />
            <Steps text={text} offset={offset} hasMore={pagination.has_more} onChange={setOffset} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function BatchTable({ batches }: { batches: readonly Batch[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly Column<Batch>[] = [
    {
      label: text.columns.created,
      cell: ({ id, created_at: at }) => (
        <Link href={`/batches/${id}`}>
          <time dateTime={at} title={formats.exactTime(at)}>
            {formats.dateTime(at)}
          </time>
        </Link>
      ),
    },
    { label: text.columns.status, cell: (batch) => <BatchStatus batch={batch} /> },
    { label: text.columns.progress, cell: (batch) => <BatchProgress batch={batch} /> },
    { label: text.columns.failed, kind: 'number', cell: ({ failed }) => formats.number(failed) },
  ];
  return <Table caption={text.list} columns={columns} rows={batches} rowKey={({ id }) => id} />;
}
