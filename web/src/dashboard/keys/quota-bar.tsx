import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import './quota-bar.css';
import { TEXT } from './text.ts';

/** How much of its monthly quota a key has used. `label` is for screen readers. */
export function QuotaBar({ label, used, quota }: { label: string; used: number; quota: number }) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <div className={classNames('quota', used >= quota * 0.8 && 'quota-near', used >= quota && 'quota-full')}>
      <span className="quota-numbers">{text.used(formats.number(used), formats.number(quota))}</span>
      <progress aria-label={label} value={Math.min(used, quota)} max={quota} />
    </div>
  );
}
