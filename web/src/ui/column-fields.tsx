/**
 * Shows the field for which each column of a table was taken. People can choose another field; then the table is read
 * again.
 */

import { Select } from './select.tsx';

type ColumnFieldsProps = {
  named: readonly { column: string; field: string | null; how: string }[];
  fields: readonly { field: string; label: string }[];
  /** The choices so far: for each column by position, the chosen field; empty if the column's name decides. */
  chosen: readonly string[];
  text: { similar: string; leftOut: string };
  className: string;
  onChange: (chosen: string[]) => void;
};

const LEFT_OUT = '-';

export function ColumnFields({ named, fields, chosen, text, className, onChange }: ColumnFieldsProps) {
  const isOffered = (field: string) => fields.some((one) => one.field === field);
  const choose = (place: number, field: string) => {
    const next = named.map((_, i) => chosen[i] ?? '');
    // Two columns cannot have the same field: the column that had it before is left out.
    const before = named.findIndex((column, i) => i !== place && column.field === field);
    if (before >= 0) next[before] = LEFT_OUT;
    next[place] = field;
    onChange(next);
  };
  return (
    <div className={className}>
      {named.map(({ column, field, how }, place) => (
        <Select
          key={column}
          label={column}
          hint={how === 'similar' ? text.similar : undefined}
          value={field ?? LEFT_OUT}
          options={[
            { value: LEFT_OUT, label: text.leftOut },
            ...fields.map((one) => ({ value: one.field, label: one.label })),
            ...(field !== null && !isOffered(field) ? [{ value: field, label: field }] : []),
          ]}
          onChange={(next) => choose(place, next)}
        />
      ))}
    </div>
  );
}

/** The choices in the form of the API. Undefined if nothing was chosen. */
export function toColumns(chosen: readonly string[]): string | undefined {
  return chosen.some((field) => field !== '') ? chosen.join(',') : undefined;
}
