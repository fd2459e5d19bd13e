import { Link } from 'wouter';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Webhook } from '../api.ts';
import { TEXT } from './text.ts';
import { type WebhookAction, WebhookMenu } from './webhook-menu.tsx';

type WebhookTableProps = {
  webhooks: readonly Webhook[];
  onAction: (action: WebhookAction, webhook: Webhook) => void;
};

export function WebhookTable({ webhooks, onAction }: WebhookTableProps) {
  const text = useText(TEXT);
  const columns: readonly Column<Webhook>[] = [
    { label: text.columns.url, cell: (webhook) => <Address webhook={webhook} /> },
    { label: text.columns.events, cell: (webhook) => <Events webhook={webhook} /> },
    { label: text.columns.status, cell: (webhook) => <WebhookStatus webhook={webhook} /> },
    {
      label: '',
      kind: 'actions',
      cell: (webhook) => <WebhookMenu webhook={webhook} onAction={(action) => onAction(action, webhook)} />,
    },
  ];
  return <Table caption={text.caption} columns={columns} rows={webhooks} rowKey={({ id }) => id} />;
}

type WebhookProps = { webhook: Webhook };

function Address({ webhook: { id, url, description } }: WebhookProps) {
  return (
    <div className="webhook-name">
      <Link href={`/webhooks/${id}`} className="webhook-url">
        {url}
      </Link>
      {description && (
        <span className="muted small">
          <bdi>{description}</bdi>
        </span>
      )}
    </div>
  );
}

function Events({ webhook: { events } }: WebhookProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  if (events.includes('*')) return <span>{text.allEvents}</span>;
  const [first] = events;
  return events.length === 1 ? (
    <code>{first}</code>
  ) : (
    <span title={events.join(', ')}>{text.eventCount(formats.number(events.length))}</span>
  );
}

export function WebhookStatus({ webhook: { status, disabled_reason: reason } }: WebhookProps) {
  const text = useText(TEXT);
  if (status === 'enabled') return <Badge tone="good">{text.enabled}</Badge>;
  const tone = reason === 'owner' ? 'plain' : 'bad';
  return <Badge tone={tone}>{text.disabledBecause[reason ?? 'owner']}</Badge>;
}
