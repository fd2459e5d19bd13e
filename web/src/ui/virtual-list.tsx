// biome-ignore-all lint/a11y/useSemanticElements: rows of a real table cannot be placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: rows of a table, not of a grid, take no focus.

/** A table of any length: only the rows in view are in the document. */

import { type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useRows } from './use-rows.ts';
import './virtual-list.css';

export type VirtualColumn<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** On a phone each cell names its column; this column's cells do not. */
  bare?: boolean;
  /** The label is for screen readers only. */
  isQuiet?: boolean;
  /** Set if the list can be sorted by this column; `now` is the present direction. */
  sort?: { now: 'ascending' | 'descending' | undefined; onPress: () => void } | undefined;
};

type VirtualListProps<Row> = {
  label: string;
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The height of every row in pixels, on a desk and on a phone. */
  rowHeight: { desk: number; phone: number };
  /** The number of all rows, loaded or not. */
  total?: number | undefined;
  /** Called when the end of what is loaded comes into view. */
  onNearEnd?: () => void;
  /** Chooses the widths of the columns. */
  className: string;
};

export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, columns, rows, rowKey, rowHeight, total = rows.length, className } = props;
  const isPhone = useMediaQuery('(max-width: 720px)');
  const height = isPhone ? rowHeight.phone : rowHeight.desk;
  const scroller = useRef<HTMLElement>(null);
  const { shown, ...all } = useRows({
    box: scroller,
    count: rows.length,
    height,
    onNearEnd: props.onNearEnd,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll by keyboard too.
    <section ref={scroller} tabIndex={0} aria-label={label} className={classNames('vlist', className)}>
      <div role="table" aria-label={label} aria-rowcount={total + 1}>
        <div role="rowgroup" className="vlist-head">
          <div role="row" aria-rowindex={1} className="vlist-row">
            {columns.map((column) => (
              <span key={column.label} role="columnheader" aria-sort={column.sort?.now}>
                <Head {...column} />
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="vlist-space" style={{ height: all.height }}>
          {shown.map(({ index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <div
                  key={rowKey(row)}
                  role="row"
                  aria-rowindex={index + 2}
                  className="vlist-row"
                  style={{ height, transform: `translateY(${start}px)` }}
                >
                  {columns.map((column) => (
                    <div key={column.label} role="cell" data-label={column.bare ? undefined : column.label}>
                      {column.cell(row)}
                    </div>
                  ))}
                </div>
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Head({ label, isQuiet, sort }: Pick<VirtualColumn<never>, 'label' | 'isQuiet' | 'sort'>) {
  if (sort === undefined) return <span className={isQuiet ? 'visually-hidden' : undefined}>{label}</span>;
  return (
    <button type="button" className={classNames('vlist-sort', sort.now)} onClick={sort.onPress}>
      {label}
      <Icon name="chevron" size={16} />
    </button>
  );
}

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
