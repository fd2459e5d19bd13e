import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { api, type Batch, type BatchItem } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { StatusList } from '../../status-list.tsx';
import { TEXT } from './text.ts';

const TONES = { queued: 'warn', made: 'good', failed: 'bad' } as const;

export function BatchItems({ batch }: { batch: Batch }) {
  const words = useText(TEXT);
  const text = words.items;
  const [mode] = useMode();
  return (
    <StatusList
      text={text}
      steps={words}
      lines={5}
      queryKey={['batch-items', mode, batch.id]}
      load={(asked) => api.listBatchItems(batch.id, { ...asked, mode })}
      isEmpty={({ items }) => items.length === 0}
      empty={() => <EmptyState icon="search" title={text.none} />}
    >
      {({ items }) => <ItemTable items={items} />}
    </StatusList>
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
