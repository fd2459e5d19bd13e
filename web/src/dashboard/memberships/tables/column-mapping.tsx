/** Shows how each column of a table was read. A person can choose another field, and the table is then read again. */

import { useText } from '../../../i18n/use-text.ts';
import { ColumnFields } from '../../../ui/column-fields.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import type { Answer } from '../../api.ts';
import { TABLE_TEXT } from './text.ts';

type Preview = Pick<Answer<'previewImport'>, 'named' | 'fields'>;

type ColumnMappingProps = {
  preview: Preview;
  /** The choices so far: for each column by position, the chosen field; empty if the column's name decides. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

export function ColumnMapping({ preview: { named, fields }, chosen, onChange }: ColumnMappingProps) {
  const text = useText(TABLE_TEXT);
  if (named.length === 0) return null;
  const unsure = named.filter(({ how }) => how === 'similar' || how === 'unknown').length;
  return (
    <Disclosure
      summary={unsure === 0 ? text.mapping : text.mappingUnsure(unsure)}
      isOpen={unsure > 0}
      className="column-mapping"
    >
      <p className="small muted">{text.mappingNote}</p>
      <ColumnFields
        named={named}
        fields={fields}
        chosen={chosen}
        text={text}
        className="column-mapping-fields"
        onChange={onChange}
      />
    </Disclosure>
  );
}
