import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { api, type Webhook } from '../api.ts';
import { useMode } from '../mode.tsx';
import { TEXT } from './text.ts';
import { useChange } from './use-change.ts';

/** Enables it, or disables it. */
export function SwitchWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const text = useText(TEXT);
  const toast = useToast();
  const [mode] = useMode();
  const isEnabled = webhook.status === 'enabled';
  const words = isEnabled ? text.disable : text.enable;
  const change = useChange(
    () => api.changeWebhook(webhook.id, { status: isEnabled ? 'disabled' : 'enabled' }, { mode }),
    () => {
      toast(words.done);
      onClose();
    },
  );
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      busy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <p className="webhook-address">{webhook.url}</p>
      <p>{words.intro}</p>
    </FormDialog>
  );
}
