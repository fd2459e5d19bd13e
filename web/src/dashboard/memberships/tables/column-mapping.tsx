/** Shows how each column of a table was read. A person can choose another field, and the table is then read again. */

import { useText } from '../../../i18n/use-text.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Answer } from '../../api.ts';
import { TABLE_TEXT } from './text.ts';

type Preview = Pick<Answer<'previewImport'>, 'named' | 'fields'>;

type ColumnMappingProps = {
  preview: Preview;
  /** The choices so far: the field of a column by its place, empty where its name decides. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

const LEFT_OUT = '-';

export function ColumnMapping({ preview: { named, fields }, chosen, onChange }: ColumnMappingProps) {
  const text = useText(TABLE_TEXT);
  if (named.length === 0) return null;
  const labelOf = new Map(fields.map(({ field, label }) => [field, label]));
  const unsure = named.filter(({ how }) => how === 'similar' || how === 'unknown').length;
  const choose = (place: number, field: string) => {
    const next = named.map((_, i) => chosen[i] ?? '');
    // A field belongs to one column: the one that had it before is left out.
    const before = named.findIndex((column, i) => i !== place && column.field === field);
    if (before >= 0) next[before] = LEFT_OUT;
    next[place] = field;
    onChange(next);
  };
  return (
    <Disclosure
      summary={unsure === 0 ? text.mapping : text.mappingUnsure(unsure)}
      isOpen={unsure > 0}
      className="column-mapping"
    >
      <p className="small muted">{text.mappingNote}</p>
      <div className="column-mapping-fields">
        {named.map(({ column, field, how }, place) => (
          <Select
            key={column}
            label={column}
            hint={how === 'similar' ? text.similar : undefined}
            value={field ?? LEFT_OUT}
            options={[
              { value: LEFT_OUT, label: text.leftOut },
              ...fields.map((one) => ({ value: one.field, label: one.label })),
              ...(field !== null && !labelOf.has(field) ? [{ value: field, label: field }] : []),
            ]}
            onChange={(next) => choose(place, next)}
          />
        ))}
      </div>
    </Disclosure>
  );
}

/** As the API takes it. Undefined if nothing was chosen. */
export function toColumns(chosen: readonly string[]): string | undefined {
  return chosen.some((field) => field !== '') ? chosen.join(',') : undefined;
}
