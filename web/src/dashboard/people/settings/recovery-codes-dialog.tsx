import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { serviceName } from '../../service-name.ts';
import { useAccount } from '../session.ts';
import { TEXT } from './text.ts';

/** The only time that the codes are seen: it closes once their owner says that they are stored. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { codes: text } = useText(TEXT);
  const { email } = useAccount();
  const [isStored, setStored] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const heading = text.heading(serviceName(), email);
  const sheet = `${heading}\n${text.each}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      open
      locked
      onClose={onClose}
      title={text.title}
      onSubmit={() => (isStored ? onClose() : setAsked(true))}
      actions={
        <Button type="submit" variant="primary">
          {text.done}
        </Button>
      }
    >
      <div className="stack">
        <Note tone="warn">{text.once}</Note>
        <div className="codes-sheet">
          <p className="codes-heading">
            {heading}. {text.each}
          </p>
          <ul aria-label={text.list}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
        <div className="row gap-small">
          <CopyButton value={codes.join('\n')} label={text.copy} />
          <Button size="small" icon="download" onClick={() => saveText(`${text.file}.txt`, sheet)}>
            {text.download}
          </Button>
          <Button size="small" icon="document" onClick={() => window.print()}>
            {text.print}
          </Button>
        </div>
        <Checkbox label={text.stored} checked={isStored} onChange={setStored} />
        {isAsked && !isStored && <Note tone="bad">{text.mustStore}</Note>}
      </div>
    </Dialog>
  );
}

/** Made here: the codes go to no server again. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
