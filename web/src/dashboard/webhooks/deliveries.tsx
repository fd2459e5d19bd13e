import { Link } from 'wouter';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, type Delivery } from '../api.ts';
import { useMode } from '../mode.tsx';
import { StatusList } from '../status-list.tsx';
import { TEXT } from './text.ts';

const REFRESH_MS = 2_000;
const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

export function Deliveries({ webhookId }: { webhookId: string }) {
  const { deliveries: text } = useText(TEXT);
  const [mode] = useMode();
  return (
    <StatusList
      text={text}
      steps={{ pages: text.pages, previous: text.newer, next: text.older }}
      note={text.note}
      lines={4}
      queryKey={['deliveries', mode, webhookId]}
      load={(asked) => api.listDeliveries(webhookId, { ...asked, mode })}
      refreshMs={() => REFRESH_MS}
      isEmpty={({ deliveries }) => deliveries.length === 0}
      empty={(status) => (
        <EmptyState icon="clock" title={text.emptyTitle}>
          {status === '' ? text.empty : text.noneOfStatus}
        </EmptyState>
      )}
    >
      {({ deliveries }) => <DeliveryTable deliveries={deliveries} />}
    </StatusList>
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
