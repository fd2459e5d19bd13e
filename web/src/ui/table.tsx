import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { UI_TEXT } from './text.ts';

export type Column<Row> = {
  /** Empty for a column of buttons: then screen readers read a general label. */
  label: string;
  /** Shown instead of the label, for example a button that sorts. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  kind?: 'number' | 'actions';
};

type TableProps<Row> = {
  /** The caption, which only screen readers use. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** A table that becomes a list of cards on a phone. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const text = useText(UI_TEXT);
  return (
    <table className="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={classFor(column)}>
              {column.head ?? (column.label || <span className="visually-hidden">{text.actions}</span>)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.label} data-label={column.label} className={classFor(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classFor<Row>({ kind }: Column<Row>): string | undefined {
  return kind && `cell-${kind}`;
}
