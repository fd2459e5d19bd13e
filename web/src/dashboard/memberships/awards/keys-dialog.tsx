import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TEXT } from './text.ts';

const KEYS = ['j', 'k', 'x', 'a', 'r', 'v', '?'] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const text = useText(TEXT);
  return (
    <Dialog
      title={text.keys}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <Button type="submit" variant="primary">
          {text.gotIt}
        </Button>
      }
    >
      <dl className="queue-keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text.keyNames[key]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
