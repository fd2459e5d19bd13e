/** Whichever dialog of a webhook is open. */

import type { Webhook, WebhookWithSecret } from '../api.ts';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { RotateWebhookDialog } from './rotate-webhook-dialog.tsx';
import { SwitchWebhookDialog } from './switch-webhook-dialog.tsx';
import { TestWebhookDialog } from './test-webhook-dialog.tsx';
import type { WebhookAction } from './webhook-menu.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

export type OpenDialog =
  | { action: 'create' }
  | { action: WebhookAction; webhook: Webhook }
  | { action: 'show'; webhook: WebhookWithSecret };

type WebhookDialogProps = {
  open: OpenDialog;
  setOpen: (open: OpenDialog | undefined) => void;
  /** After it was deleted. */
  onDeleted?: () => void;
};

export function WebhookDialog({ open, setOpen, onDeleted }: WebhookDialogProps) {
  const close = () => setOpen(undefined);
  const show = (webhook: WebhookWithSecret) => setOpen({ action: 'show', webhook });
  switch (open.action) {
    case 'create':
      return <EditWebhookDialog webhook={undefined} onClose={close} onCreated={show} />;
    case 'change':
      return <EditWebhookDialog webhook={open.webhook} onClose={close} onCreated={show} />;
    case 'test':
      return <TestWebhookDialog webhook={open.webhook} onClose={close} />;
    case 'rotate':
      return <RotateWebhookDialog webhook={open.webhook} onClose={close} onRotated={show} />;
    case 'switch':
      return <SwitchWebhookDialog webhook={open.webhook} onClose={close} />;
    case 'delete':
      return <DeleteWebhookDialog webhook={open.webhook} onClose={close} onDeleted={onDeleted} />;
    case 'show':
      return <WebhookSecretDialog webhook={open.webhook} onClose={close} />;
  }
}
