import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Waiting } from './decision-queue.ts';
import { TEXT } from './text.ts';

/** What was decided in the last seconds, and the way back. */
export function UndoBar({ waiting, onUndo }: { waiting: readonly Waiting[]; onUndo: (id: number) => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <div className="undo" role="status">
      {waiting.slice(-3).map(({ id, ids, decision }) => (
        <div key={id} className="undo-line">
          <Icon name={decision === 'approve' ? 'check' : 'close'} />
          <span>{text.willSend[decision](formats.number(ids.length))}</span>
          <Button size="small" onClick={() => onUndo(id)}>
            {text.undo}
          </Button>
        </div>
      ))}
    </div>
  );
}
