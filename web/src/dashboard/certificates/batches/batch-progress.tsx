import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Batch } from '../../api.ts';
import { TEXT } from './text.ts';

const TONES = { queued: 'plain', running: 'info', completed: 'good' } as const;

export function BatchStatus({ batch: { status, failed } }: { batch: Batch }) {
  const text = useText(TEXT);
  if (status === 'completed' && failed > 0) return <Badge tone="bad">{text.completedWithFailures}</Badge>;
  return <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>;
}

export function BatchProgress({ batch: { total, made, failed } }: { batch: Batch }) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <div className="batch-progress">
      <ProgressBar
        label={text.made(formats.number(made), formats.number(total))}
        value={made + failed}
        max={total}
        tone={failed > 0 ? 'warn' : 'normal'}
      />
    </div>
  );
}
