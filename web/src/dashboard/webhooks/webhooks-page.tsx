import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { AddButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { api } from '../api.ts';
import { May } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { Page } from '../page.tsx';
import { TEXT } from './text.ts';
import { type OpenDialog, WebhookDialog } from './webhook-dialog.tsx';
import { WebhookTable } from './webhook-table.tsx';

export function WebhooksPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const list = useQuery({
    queryKey: ['webhooks', mode],
    queryFn: () => api.listWebhooks({ mode, limit: 100 }),
  });
  const [open, setOpen] = useState<OpenDialog>();
  const add = (
    <May act="createWebhook">
      <AddButton label={text.add} onClick={() => setOpen({ action: 'create' })} />
    </May>
  );
  return (
    <Page title={text.title} intro={mode === 'live' ? text.introLive : text.introTest} actions={add}>
      <Loaded
        found={list}
        lines={5}
        frame="card"
        isEmpty={({ webhooks }) => webhooks.length === 0}
        empty={
          <Card>
            <EmptyState icon="bell" title={text.emptyTitle} actions={add}>
              {text.empty}
            </EmptyState>
          </Card>
        }
      >
        {({ webhooks }) => (
          <Card flush>
            <div className="webhook-table">
              <WebhookTable
                webhooks={webhooks}
                onAction={(action, webhook) => setOpen({ action, webhook })}
              />
            </div>
          </Card>
        )}
      </Loaded>
      {open && <WebhookDialog open={open} setOpen={setOpen} />}
    </Page>
  );
}
