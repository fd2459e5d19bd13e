import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ApiKey } from '../../api.ts';
import { type Days, type Period, SPANS } from './period.ts';
import { TEXT } from './text.ts';

type UsageFiltersProps = {
  period: Period;
  days: Days;
  onPeriod: (period: Period) => void;
  keys: readonly ApiKey[];
  keyId: string;
  onKey: (keyId: string) => void;
};

export function UsageFilters({ period, days, onPeriod, keys, keyId, onKey }: UsageFiltersProps) {
  const text = useText(TEXT);
  const isKnown = keyId === '' || keys.some(({ id }) => id === keyId);
  const keyOptions = [
    { value: '', label: text.allKeys },
    ...keys.map(({ id, name, hint, status }) => ({
      value: id,
      label: `${name} · ${hint.slice(-4)}${status === 'revoked' ? ` (${text.revoked})` : ''}`,
    })),
    ...(isKnown ? [] : [{ value: keyId, label: text.unnamed }]),
  ];
  return (
    <div className="usage-filters">
      <fieldset className="period">
        <legend>{text.period}</legend>
        <div className="period-row">
          {SPANS.map((span) => (
            <Segment
              key={span}
              label={text.days(span)}
              isChosen={period.kind === 'last' && period.days === span}
              onChoose={() => onPeriod({ kind: 'last', days: span })}
            />
          ))}
          <Segment
            label={text.custom}
            isChosen={period.kind === 'custom'}
            onChoose={() => onPeriod({ kind: 'custom', ...days })}
          />
        </div>
      </fieldset>
      {period.kind === 'custom' && (
        <>
          <DayField label={text.from} day={period.from} onChange={(from) => onPeriod({ ...period, from })} />
          <DayField label={text.to} day={period.to} onChange={(to) => onPeriod({ ...period, to })} />
        </>
      )}
      <div className="usage-key">
        <Select label={text.key} value={keyId} onChange={onKey} options={keyOptions} />
      </div>
    </div>
  );
}

function Segment({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label>
      <input type="radio" name="period" className="visually-hidden" checked={isChosen} onChange={onChoose} />
      <span>{label}</span>
    </label>
  );
}

/** A half-typed date has no value; the period then stays unchanged. */
function DayField({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  return (
    <Field
      label={label}
      type="date"
      defaultValue={day}
      min="2000-01-01"
      max="9998-12-31"
      onChange={({ target }) => {
        if (/^\d{4}-\d{2}-\d{2}$/.test(target.value)) onChange(target.value);
      }}
    />
  );
}
