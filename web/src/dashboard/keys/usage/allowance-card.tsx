import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Allowance } from '../../api.ts';
import { TEXT } from './text.ts';

export function AllowanceCard({ allowance }: { allowance: Allowance }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { certificates_left: left, certificates_made: made } = allowance;
  const all = left + made;
  const isLow = left <= all * 0.1;
  return (
    <Card title={text.allowance} note={text.allowanceNote}>
      <div className="stack">
        <ProgressBar
          label={text.left}
          note={text.leftOf(formats.number(left), formats.number(all))}
          value={left}
          max={all}
          tone={isLow ? 'warn' : 'normal'}
        />
        {left === 0 ? <Note tone="warn">{text.none}</Note> : isLow && <Note tone="warn">{text.low}</Note>}
      </div>
    </Card>
  );
}
