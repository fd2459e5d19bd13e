import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { useProgramForm } from './form-context.tsx';
import { RuleText } from './form-fields.tsx';
import { TEXT } from './text.ts';

type RuleListProps<T> = {
  items: readonly T[];
  row: (item: T, index: number) => ReactNode;
  /** How far a row is indented, in steps. */
  depth?: (item: T) => number;
  error?: string | undefined;
  /** The label of the button. */
  add: string;
  onAdd: () => void;
};

/** A list of rules, with a button that adds a row. */
export function RuleList<T>({ items, row, depth, error, add, onAdd }: RuleListProps<T>) {
  const { isReadOnly } = useProgramForm();
  return (
    <div className="stack">
      {error && <p className="field-error">{error}</p>}
      {items.length > 0 && (
        <ul className="rules-list">
          {items.map((item, index) => (
            // While somebody types, two rows may have the same code, so the position identifies a row.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name.
            <li key={index} style={depth && { marginInlineStart: `${depth(item) * 24}px` }}>
              {row(item, index)}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div>
          <Button size="small" icon="plus" onClick={onAdd}>
            {add}
          </Button>
        </div>
      )}
    </div>
  );
}

type NameRowProps = { name: string; at: string; onChange: (name: string) => void; onRemove: () => void };

/** The first line of a rule: its name, and the button that removes it. */
export function NameRow({ name, at, onChange, onRemove }: NameRowProps) {
  const text = useText(TEXT);
  return (
    <div className="rules-row">
      <RuleText label={text.name} at={`${at}.name`} value={name} onChange={onChange} />
      <RemoveButton name={name} onRemove={onRemove} />
    </div>
  );
}

export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const text = useText(TEXT);
  const { isReadOnly } = useProgramForm();
  if (isReadOnly) return null;
  return <Button variant="quiet" icon="trash" aria-label={text.remove(name)} onClick={onRemove} />;
}
