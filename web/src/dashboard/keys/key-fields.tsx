import { useFormats } from '../../i18n/formats.ts';
import { useLocale } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Choices } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { ApiKey, Mode } from '../api.ts';
import { useService } from '../service.ts';
import {
  type DraftFaults,
  EXPIRIES,
  type Expiry,
  type KeyDraft,
  ORDINARY_QUOTA,
  ORDINARY_RATE,
} from './key-draft.ts';
import { ScopeFields } from './scope-fields.tsx';
import { TEXT } from './text.ts';

type KeyFieldsProps = {
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  faults: DraftFaults;
  /** Left out for a new key. */
  existing?: ApiKey;
};

const MODES: readonly Mode[] = ['live', 'test'];

/** The fields for creating and editing a key. */
export function KeyFields({ draft, onChange, faults, existing }: KeyFieldsProps) {
  const { form } = useText(TEXT);
  const stamps = useService()?.time_stamps;
  const liveHint = stamps && form.liveHints[stamps.accredited ? 'accredited' : 'notAccredited'];
  const set = (change: Partial<KeyDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="stack gap-large">
      <Field
        label={form.name}
        placeholder={form.namePlaceholder}
        hint={form.nameHint}
        error={faults.name && form[faults.name]}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        maxLength={100}
        autoComplete="off"
      />
      {existing === undefined && (
        <Choices
          label={form.mode}
          value={draft.mode}
          onChange={(mode) => set({ mode })}
          options={MODES.map((mode) => ({
            value: mode,
            ...form.modes[mode],
            ...(mode === 'live' && liveHint && { hint: liveHint }),
          }))}
          columns
        />
      )}
      {/* An organiser's key always keeps the scope of the organiser's desk. */}
      {!existing?.organizer_id && (
        <ScopeFields draft={draft} onChange={set} fault={faults.scopes && form[faults.scopes]} />
      )}
      <LimitFields draft={draft} onChange={set} faults={faults} {...(existing && { existing })} />
    </div>
  );
}

type PartProps = { draft: KeyDraft; onChange: (change: Partial<KeyDraft>) => void };

function LimitFields({
  draft,
  onChange,
  faults,
  existing,
}: PartProps & { faults: DraftFaults; existing?: ApiKey }) {
  const { form } = useText(TEXT);
  const formats = useFormats();
  const { timeZone } = useLocale();
  const isNew = existing === undefined;
  const endsAt = existing?.expires_at;
  const expiries: readonly Expiry[] = endsAt ? ['keep', ...EXPIRIES] : EXPIRIES;
  const labelOf = (expiry: Expiry) =>
    expiry === 'keep' ? form.expiries.keep(formats.dateTime(endsAt ?? '')) : form.expiries[expiry];
  return (
    <fieldset className="key-limits">
      <legend>{form.limits}</legend>
      <LimitField
        label={form.rate}
        hint={isNew ? form.ordinary(formats.number(ORDINARY_RATE)) : undefined}
        error={faults.rate && form[faults.rate]}
        value={draft.rate}
        onChange={(rate) => onChange({ rate })}
        optional={isNew}
      />
      <LimitField
        label={form.quota}
        hint={isNew ? form.ordinary(formats.number(ORDINARY_QUOTA)) : undefined}
        error={faults.quota && form[faults.quota]}
        value={draft.quota}
        onChange={(quota) => onChange({ quota })}
        optional={isNew}
      />
      <Select
        label={form.expiry}
        value={draft.expiry}
        onChange={(expiry) => onChange({ expiry })}
        options={expiries.map((expiry) => ({ value: expiry, label: labelOf(expiry) }))}
      />
      {draft.expiry === 'date' && (
        <Field
          label={form.lastDay}
          hint={form.lastDayHint}
          error={faults.lastDay && form[faults.lastDay]}
          type="date"
          min={today(timeZone)}
          max="9998-12-31"
          value={draft.lastDay}
          onChange={(event) => onChange({ lastDay: event.target.value })}
        />
      )}
    </fieldset>
  );
}

function LimitField({
  onChange,
  hint,
  ...field
}: {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: string;
  optional: boolean;
  onChange: (digits: string) => void;
}) {
  return (
    <Field
      {...field}
      hint={hint}
      inputMode="numeric"
      maxLength={9}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}

function today(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
}
