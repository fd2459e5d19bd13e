import { useEffect, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeTabs } from '../../ui/code-tabs.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import type { ApiKeyWithSecret } from '../api.ts';
import { firstCallSamples } from '../certificates/quick-start/samples.ts';
import { TEXT as QUICK_START_TEXT } from '../certificates/quick-start/text.ts';
import { useSettings } from '../people/session.ts';
import { TEXT } from './text.ts';

export type ShownSecret = {
  key: ApiKeyWithSecret;
  /** For a rotated key; `endsAt` is undefined when its old secret has ended already. */
  rotated?: { endsAt: string | undefined };
};

/** The only time that the secret is seen: it closes once its owner says that it is stored. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const { secret: text } = useText(TEXT);
  const { sampleWords: words } = useText(QUICK_START_TEXT);
  const formats = useFormats();
  const { data: settings } = useSettings();
  const [isStored, setStored] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useLeaveWarning();
  const { key, rotated } = shown;
  const baseUrl = settings?.base_url ?? window.location.origin;
  return (
    <Dialog
      open
      locked
      wide
      onClose={onClose}
      title={rotated ? text.rotatedTitle : text.createdTitle}
      onSubmit={() => (isStored ? onClose() : setAsked(true))}
      actions={
        <Button type="submit" variant="primary">
          {text.done}
        </Button>
      }
    >
      <div className="stack">
        <Note tone="warn">{text.once}</Note>
        <div className="key-secret-box">
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
        <Checkbox label={text.stored} checked={isStored} onChange={setStored} />
        {isAsked && !isStored && <Note tone="bad">{text.mustStore}</Note>}
      </div>
    </Dialog>
  );
}

/** A reload would lose it for ever. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
