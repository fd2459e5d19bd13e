import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type ProgressBarProps = {
  label: ReactNode;
  /** Shown to the right, such as "3 of 5". */
  note?: ReactNode;
  /** Left out while the progress is unknown. */
  value?: number;
  max?: number;
  tone?: 'normal' | 'warn';
};

export function ProgressBar({ label, note, value, max = 1, tone }: ProgressBarProps) {
  const id = useId();
  return (
    <div className={classNames('progress', tone === 'warn' && 'progress-warn')}>
      <div className="progress-label">
        <label htmlFor={id}>{label}</label>
        {note && <span className="muted">{note}</span>}
      </div>
      <progress id={id} value={value === undefined ? undefined : Math.min(value, max)} max={max || 1} />
    </div>
  );
}
