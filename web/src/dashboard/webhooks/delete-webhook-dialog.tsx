import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { api, type Webhook } from '../api.ts';
import { useMode } from '../mode.tsx';
import { TEXT } from './text.ts';
import { useChange } from './use-change.ts';

type DeleteWebhookDialogProps = {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
};

export function DeleteWebhookDialog({ webhook, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const { remove: text } = useText(TEXT);
  const toast = useToast();
  const [mode] = useMode();
  const remove = useChange(
    () => api.deleteWebhook(webhook.id, { mode }),
    () => {
      toast(text.done);
      onClose();
      onDeleted?.();
    },
    // The page behind would ask for what is gone.
    ['webhooks'],
  );
  return (
    <FormDialog
      title={text.title}
      submit={text.submit}
      icon="trash"
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="webhook-address">{webhook.url}</p>
      <p>{text.intro}</p>
    </FormDialog>
  );
}
