import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { api, type Delivery } from '../api.ts';
import { May } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { usePageTitle } from '../page.tsx';
import { RecordPage } from '../record-page.tsx';
import { Answer } from './answer.tsx';
import { CodeBlock } from './code-block.tsx';
import { DeliveryStatus } from './deliveries.tsx';
import { TEXT } from './text.ts';
import { useWebhookChange } from './use-webhook-change.ts';

const REFRESH_MS = 1_500;

export function DeliveryPage({ webhookId, id }: { webhookId: string; id: string }) {
  const words = useText(TEXT);
  const text = words.delivery;
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['deliveries', mode, 'one', id],
    queryFn: () => api.getDelivery(id, { mode }),
    refetchInterval: REFRESH_MS,
  });
  usePageTitle(text.title);
  return (
    <RecordPage
      found={found}
      title={words.title}
      back={{ href: `/webhooks/${webhookId}`, label: text.back }}
      missing={{
        title: words.notFoundTitle,
        text: words.notFound,
        back: { href: '/webhooks', label: words.back },
      }}
    >
      {({ delivery }) => <One delivery={delivery} />}
    </RecordPage>
  );
}

function One({ delivery }: { delivery: Delivery }) {
  const { delivery: text } = useText(TEXT);
  const [mode] = useMode();
  const again = useWebhookChange(() => api.retryDelivery(delivery.id, { mode }), { say: text.again.done });
  return (
    <>
      <header className="page-head">
        <div className="webhook-head">
          <h1>
            <code>{delivery.event_type}</code>
          </h1>
          <DeliveryStatus delivery={delivery} />
        </div>
        <May act="retryDelivery">
          <Button variant="primary" icon="refresh" busy={again.isPending} onClick={() => again.mutate()}>
            {text.again.button}
          </Button>
        </May>
      </header>
      <div className="stack gap-large">
        {again.error && <Note tone="bad">{again.error.message}</Note>}
        <Card title={text.tries}>
          <Tries delivery={delivery} />
        </Card>
        <Card title={text.received}>
          <Answer
            status={delivery.answer_status}
            answer={delivery.answer}
            error={delivery.error}
            durationMs={delivery.duration_ms}
          />
        </Card>
        <Card title={text.sent} note={delivery.status === 'delivered' ? text.derived : undefined}>
          <div className="stack">
            <CodeBlock label={text.headers} code={headersOf(delivery)} />
            <p className="muted small">{text.signature}</p>
            {delivery.body === null ? (
              <p className="muted">{text.noBody}</p>
            ) : (
              <CodeBlock label={text.body} code={prettyJson(delivery.body)} />
            )}
          </div>
        </Card>
      </div>
    </>
  );
}

/** The headers of a delivery. The signature is only indicated, because it is not stored. */
function headersOf({ event_id: id, attempted_at: at }: Delivery): string {
  return [
    'content-type: application/json',
    'user-agent: Sello-Webhooks/1',
    `webhook-id: ${id}`,
    `webhook-timestamp: ${Math.floor(Date.parse(at) / 1_000)}`,
    'webhook-signature: v1,…',
  ].join('\n');
}

function Tries({ delivery }: { delivery: Delivery }) {
  const { delivery: text } = useText(TEXT);
  const formats = useFormats();
  const rows: [string, string | null][] = [
    [text.first, delivery.created_at],
    [text.last, delivery.attempted_at],
    [text.next, delivery.next_try_at],
  ];
  return (
    <dl className="webhook-facts">
      <div>
        <dt>{text.attempts}</dt>
        <dd>{formats.number(delivery.attempts)}</dd>
      </div>
      {rows.map(
        ([name, at]) =>
          at !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <time dateTime={at}>{formats.exactTime(at)}</time>
              </dd>
            </div>
          ),
      )}
      <div>
        <dt>{text.event}</dt>
        <dd>
          <code>{delivery.event_id}</code>
        </dd>
      </div>
    </dl>
  );
}

/** JSON gets one line per field; anything else is shown as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
