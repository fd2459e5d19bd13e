import { useEffect } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { CodeTabs } from '../../ui/code-tabs.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import type { ApiKeyWithSecret } from '../api.ts';
import { useSettings } from '../people/session.ts';
import { firstCallSamples } from './samples/first-call-samples.ts';
import { SAMPLE_TEXT } from './samples/text.ts';
import { TEXT } from './text.ts';

export type ShownSecret = {
  key: ApiKeyWithSecret;
  /** Set for a rotated key; `endsAt` is undefined when the old secret no longer works. */
  rotated?: { endsAt: string | undefined };
};

/** The only time the secret is shown. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const { secret: text } = useText(TEXT);
  const words = useText(SAMPLE_TEXT);
  const formats = useFormats();
  const { data: settings } = useSettings();
  useLeaveWarning();
  const { key, rotated } = shown;
  const baseUrl = settings?.base_url ?? window.location.origin;
  return (
    <ShownOnceDialog
      wide
      title={rotated ? text.rotatedTitle : text.createdTitle}
      text={text}
      onClose={onClose}
    >
      <div className="secret-box">
        <div>
          <span className="visually-hidden">{text.label}: </span>
          <code className="key-secret">{key.secret}</code>
        </div>
        <CopyButton value={key.secret} label={text.copy} />
      </div>
      {rotated && (
        <p className="small">
          {rotated.endsAt ? text.oldWorks(formats.dateTime(rotated.endsAt)) : text.oldEnded}
        </p>
      )}
      <h3>{text.samples}</h3>
      <CodeTabs
        label={text.samples}
        samples={firstCallSamples({ baseUrl, secret: key.secret, words }, key.scopes)}
      />
    </ShownOnceDialog>
  );
}

/** A reload would lose the secret for good. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
