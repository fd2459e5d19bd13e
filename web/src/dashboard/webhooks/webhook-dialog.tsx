/** The dialog of a webhook that is open, if any. */

import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { api, type Webhook, type WebhookWithSecret } from '../api.ts';
import { useMode } from '../mode.tsx';
import { useChange } from '../use-change.ts';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { TestWebhookDialog } from './test-webhook-dialog.tsx';
import { TEXT } from './text.ts';
import { useWebhookChange } from './use-webhook-change.ts';
import type { WebhookAction } from './webhook-menu.tsx';

export type OpenDialog =
  | { action: 'create' }
  | { action: WebhookAction; webhook: Webhook }
  | { action: 'show'; webhook: WebhookWithSecret };

type WebhookDialogProps = {
  open: OpenDialog;
  setOpen: (open: OpenDialog | undefined) => void;
  /** Called after the webhook was deleted. */
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

type RotateWebhookDialogProps = {
  webhook: Webhook;
  onClose: () => void;
  onRotated: (webhook: WebhookWithSecret) => void;
};

function RotateWebhookDialog({ webhook, onClose, onRotated }: RotateWebhookDialogProps) {
  const { rotate: text } = useText(TEXT);
  const [mode] = useMode();
  const rotate = useWebhookChange(() => api.rotateWebhookSecret(webhook.id, { mode }), {
    onDone: (answer) => onRotated(answer.webhook),
  });
  return (
    <FormDialog title={text.title} submit={text.submit} icon="refresh" change={rotate} onClose={onClose}>
      <p>{text.intro}</p>
      {webhook.old_secret_ends_at !== null && <Note tone="warn">{text.again}</Note>}
    </FormDialog>
  );
}

/** Enables or disables a webhook. */
function SwitchWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const isEnabled = webhook.status === 'enabled';
  const words = isEnabled ? text.disable : text.enable;
  const change = useWebhookChange(
    () => api.changeWebhook(webhook.id, { status: isEnabled ? 'disabled' : 'enabled' }, { mode }),
    { say: words.done, onDone: onClose },
  );
  return (
    <FormDialog title={words.title} submit={words.submit} change={change} onClose={onClose}>
      <p className="webhook-address">{webhook.url}</p>
      <p>{words.intro}</p>
    </FormDialog>
  );
}

type DeleteWebhookDialogProps = {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
};

function DeleteWebhookDialog({ webhook, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const { remove: text } = useText(TEXT);
  const [mode] = useMode();
  const remove = useChange(() => api.deleteWebhook(webhook.id, { mode }), {
    // Only the list is refreshed, because the page behind would request the deleted webhook.
    refreshes: [['webhooks']],
    say: text.done,
    onDone: () => {
      onClose();
      onDeleted?.();
    },
  });
  return (
    <FormDialog title={text.title} submit={text.submit} icon="trash" danger change={remove} onClose={onClose}>
      <p className="webhook-address">{webhook.url}</p>
      <p>{text.intro}</p>
    </FormDialog>
  );
}

type WebhookSecretDialogProps = { webhook: WebhookWithSecret; onClose: () => void };

/** The only time the secret is shown. */
function WebhookSecretDialog({ webhook, onClose }: WebhookSecretDialogProps) {
  const { secret: text } = useText(TEXT);
  const formats = useFormats();
  const { secret, old_secret_ends_at: oldEndsAt } = webhook;
  return (
    <ShownOnceDialog wide title={text.title} text={text} onClose={onClose}>
      <div className="secret-box">
        <div>
          <span className="visually-hidden">{text.label}: </span>
          <code>{secret}</code>
        </div>
        <CopyButton value={secret} label={text.copy} />
      </div>
      {oldEndsAt !== null && <p className="small">{text.oldSigns(formats.dateTime(oldEndsAt))}</p>}
      <p className="small">
        {text.check} <a href="/docs/guides/webhooks">{text.guide}</a>
      </p>
    </ShownOnceDialog>
  );
}
