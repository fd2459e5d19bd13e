/** Filters for the entries: who acted, on what, and when. */

import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { ApiKey, AuditEvent, Seat } from '../api.ts';
import type { AuditFilters } from './audit-query.ts';
import { TEXT } from './text.ts';

export type OnFilter = (change: Partial<AuditFilters>) => void;

type FilterFieldsProps = {
  filters: AuditFilters;
  people: readonly Seat[];
  keys: readonly ApiKey[];
  /** The name of the chosen record, if an entry shows it. */
  object: AuditEvent['object'];
  onFilter: OnFilter;
  onClear: () => void;
};

export function FilterFields({ filters, people, keys, object, onFilter, onClear }: FilterFieldsProps) {
  const text = useText(TEXT);
  const { filters: words } = text;
  const subjects = Object.entries(text.subjects).map(([value, label]) => ({ value, label }));
  const isOneAction = filters.action !== '' && !subjects.some(({ value }) => value === filters.action);
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <div className="stack">
      <fieldset className="audit-filters">
        <legend className="visually-hidden">{words.title}</legend>
        <WhoField value={filters.who} people={people} keys={keys} onFilter={onFilter} />
        <Select
          label={words.subject}
          value={filters.action}
          options={[
            { value: '', label: words.anything },
            ...subjects,
            ...(isOneAction ? [{ value: filters.action, label: words.only(filters.action) }] : []),
          ]}
          onChange={(action) => onFilter({ action })}
        />
        <DayField label={words.from} value={filters.from} onChange={(from) => onFilter({ from })} />
        <DayField label={words.to} value={filters.to} onChange={(to) => onFilter({ to })} />
      </fieldset>
      {isFiltered && (
        <div className="row gap-small">
          {filters.object && <span>{words.object(object?.name ?? words.thisRecord)}</span>}
          <Button size="small" icon="close" onClick={onClear}>
            {words.clear}
          </Button>
        </div>
      )}
    </div>
  );
}

type WhoFieldProps = Pick<FilterFieldsProps, 'people' | 'keys' | 'onFilter'> & { value: string };

function WhoField({ value, people, keys, onFilter }: WhoFieldProps) {
  const { filters: text } = useText(TEXT);
  const known = [
    ...people.map(({ person }) => ({ value: person.id, label: person.name })),
    ...keys.map(({ id, name }) => ({ value: id, label: text.key(name) })),
  ];
  const isKnown = value === '' || known.some((one) => one.value === value);
  const options = [
    { value: '', label: text.anyone },
    ...known,
    ...(isKnown ? [] : [{ value, label: text.someoneElse }]),
  ];
  return <Select label={text.who} value={value} options={options} onChange={(who) => onFilter({ who })} />;
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <Field
      label={label}
      type="date"
      required={false}
      value={value}
      min="1900-01-01"
      max="2200-12-31"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
