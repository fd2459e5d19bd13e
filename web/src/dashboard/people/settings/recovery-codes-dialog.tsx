import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx';
import { serviceName } from '../../service-name.ts';
import { usePerson } from '../session.ts';
import { TEXT } from './text.ts';

/** The only time the codes are shown. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { codes: text } = useText(TEXT);
  const { email } = usePerson();
  const heading = text.heading(serviceName(), email);
  const sheet = `${heading}\n${text.each}\n\n${codes.join('\n')}\n`;
  return (
    <ShownOnceDialog title={text.title} text={text} onClose={onClose}>
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
    </ShownOnceDialog>
  );
}

/** Makes the file in the browser, so that the codes are never sent again. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
