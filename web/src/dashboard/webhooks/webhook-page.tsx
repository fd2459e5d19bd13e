import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { api, type Webhook } from '../api.ts';
import { May } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { usePageTitle } from '../page.tsx';
import { RecordPage } from '../record-page.tsx';
import { Deliveries } from './deliveries.tsx';
import { TEXT } from './text.ts';
import { type OpenDialog, WebhookDialog } from './webhook-dialog.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { WebhookStatus } from './webhook-table.tsx';

export function WebhookPage({ id }: { id: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({ queryKey: ['webhook', mode, id], queryFn: () => api.getWebhook(id, { mode }) });
  usePageTitle(text.title);
  return (
    <RecordPage
      found={found}
      title={text.title}
      back={{ href: '/webhooks', label: text.back }}
      missing={{ title: text.notFoundTitle, text: text.notFound }}
    >
      {({ webhook }) => <Endpoint webhook={webhook} />}
    </RecordPage>
  );
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  const text = useText(TEXT);
  const [open, setOpen] = useState<OpenDialog>();
  const [, goTo] = useLocation();
  return (
    <>
      <header className="page-head">
        <div className="webhook-head">
          <h1 className="webhook-url">{webhook.url}</h1>
          <WebhookStatus webhook={webhook} />
        </div>
        <div className="row gap-small">
          <May act="testWebhook">
            <Button icon="arrow" onClick={() => setOpen({ action: 'test', webhook })}>
              {text.menu.test}
            </Button>
          </May>
          <WebhookMenu webhook={webhook} onAction={(action) => setOpen({ action, webhook })} />
        </div>
      </header>
      <div className="stack gap-large">
        {webhook.status === 'disabled' && (
          <Note tone={webhook.disabled_reason === 'owner' ? 'info' : 'bad'}>
            {text.whyDisabled[webhook.disabled_reason ?? 'owner']}
          </Note>
        )}
        <Facts webhook={webhook} />
        <Deliveries webhookId={webhook.id} />
      </div>
      {open && <WebhookDialog open={open} setOpen={setOpen} onDeleted={() => goTo('/webhooks')} />}
    </>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { events, description, created_at: createdAt, old_secret_ends_at: oldEndsAt } = webhook;
  return (
    <Card title={text.facts.title}>
      <dl className="webhook-facts">
        <div>
          <dt>{text.facts.events}</dt>
          <dd className="event-names">
            {events.includes('*') ? text.allEvents : events.map((name) => <code key={name}>{name}</code>)}
          </dd>
        </div>
        {description && (
          <div>
            <dt>{text.form.description}</dt>
            <dd>
              <bdi>{description}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{text.facts.created}</dt>
          <dd>
            <time dateTime={createdAt} title={formats.exactTime(createdAt)}>
              {formats.dateTime(createdAt)}
            </time>
          </dd>
        </div>
        {oldEndsAt !== null && (
          <div>
            <dt>{text.facts.oldSecret}</dt>
            <dd>{text.secret.oldSigns(formats.dateTime(oldEndsAt))}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
