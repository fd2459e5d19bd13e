import { useId } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field, Labelled } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { STATUS_TEXT } from '../status-badge.tsx';
import { type ListQuery, STATUSES } from './list-query.ts';
import { TEXT } from './text.ts';

type FiltersProps = {
  query: ListQuery;
  /** The types of the certificates on the screen, offered as choices. */
  types: readonly string[];
  onChange: (changes: Partial<ListQuery>) => void;
};

export function Filters({ query, types, onChange }: FiltersProps) {
  const text = useText(TEXT);
  const statuses = useText(STATUS_TEXT);
  const listId = useId();
  const options = [
    { value: '' as const, label: text.anyStatus },
    ...STATUSES.map((value) => ({ value, label: statuses[value] })),
  ];
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{text.filters}</legend>
      <Select
        label={text.status}
        value={query.status}
        options={options}
        onChange={(status) => onChange({ status })}
      />
      <Labelled label={text.type} hint={undefined} error={undefined} optional={undefined}>
        {(tied) => (
          <>
            <input
              {...tied}
              key={query.type}
              className="input"
              list={listId}
              maxLength={100}
              defaultValue={query.type}
              onBlur={(event) => commit(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
              onInput={(event) =>
                types.includes(event.currentTarget.value) && commit(event.currentTarget.value)
              }
            />
            <datalist id={listId}>
              {types.map((type) => (
                <option key={type} value={type} />
              ))}
            </datalist>
          </>
        )}
      </Labelled>
      <Field
        label={text.from}
        type="date"
        required={false}
        value={query.from}
        max={query.to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Field
        label={text.to}
        type="date"
        required={false}
        value={query.to}
        min={query.from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </fieldset>
  );

  function commit(type: string): void {
    if (type.trim() !== query.type) onChange({ type: type.trim() });
  }
}
