/** Webhooks: the list, one endpoint with its deliveries, one delivery. */

import { Route, Switch } from 'wouter';
import { useMode } from '../mode.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { WebhookPage } from './webhook-page.tsx';
import './webhooks.css';
import { WebhooksPage } from './webhooks-page.tsx';

export function WebhookPages() {
  const [mode] = useMode();
  return (
    <Switch>
      <Route path="/webhooks">
        <WebhooksPage key={mode} />
      </Route>
      <Route path="/webhooks/:id">{({ id }) => <WebhookPage key={`${mode} ${id}`} id={id} />}</Route>
      <Route path="/webhooks/:webhook/deliveries/:id">
        {({ webhook, id }) => <DeliveryPage key={`${mode} ${id}`} webhookId={webhook} id={id} />}
      </Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
}
