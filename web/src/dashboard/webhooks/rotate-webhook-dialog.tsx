import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { api, type Webhook, type WebhookWithSecret } from '../api.ts';
import { useMode } from '../mode.tsx';
import { TEXT } from './text.ts';
import { useWebhookChange } from './use-webhook-change.ts';

type RotateWebhookDialogProps = {
  webhook: Webhook;
  onClose: () => void;
  onRotated: (webhook: WebhookWithSecret) => void;
};

export function RotateWebhookDialog({ webhook, onClose, onRotated }: RotateWebhookDialogProps) {
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
