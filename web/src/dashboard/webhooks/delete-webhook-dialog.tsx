import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { api, type Webhook } from '../api.ts';
import { useMode } from '../mode.tsx';
import { useChange } from '../use-change.ts';
import { TEXT } from './text.ts';

type DeleteWebhookDialogProps = {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
};

export function DeleteWebhookDialog({ webhook, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const { remove: text } = useText(TEXT);
  const [mode] = useMode();
  const remove = useChange(() => api.deleteWebhook(webhook.id, { mode }), {
    // The page behind would ask for what is gone.
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
