import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { api, type Webhook } from '../api.ts';
import { useMode } from '../mode.tsx';
import { TEXT } from './text.ts';
import { useWebhookChange } from './use-webhook-change.ts';

/** Enables it, or disables it. */
export function SwitchWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
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
