import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { COLUMNS, type ColumnName } from './columns.ts';
import { TEXT } from './text.ts';

type ColumnsMenuProps = { columns: readonly ColumnName[]; onToggle: (name: ColumnName) => void };

export function ColumnsMenu({ columns, onToggle }: ColumnsMenuProps) {
  const text = useText(TEXT);
  return (
    <Menu
      label={text.columnsLabel}
      button={(trigger) => (
        <Button icon="menu" aria-label={text.columnsLabel} title={text.columnsLabel} {...trigger} />
      )}
    >
      {COLUMNS.map((name) => (
        <MenuItem key={name} kind="checkbox" checked={columns.includes(name)} onSelect={() => onToggle(name)}>
          {text.columns[name]}
        </MenuItem>
      ))}
    </Menu>
  );
}
