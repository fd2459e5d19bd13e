import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import type { WebhookWithSecret } from '../api.ts';
import { TEXT } from './text.ts';

type WebhookSecretDialogProps = { webhook: WebhookWithSecret; onClose: () => void };

/** The only time the secret is shown. */
export function WebhookSecretDialog({ webhook, onClose }: WebhookSecretDialogProps) {
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
