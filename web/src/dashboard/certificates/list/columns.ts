/** Which columns the list shows in addition to the document. Stored in this browser. */

import { useState } from 'react';

export const COLUMNS = ['fingerprint', 'type', 'tags', 'madeBy', 'size', 'status', 'created'] as const;
export type ColumnName = (typeof COLUMNS)[number];

const USUAL: readonly ColumnName[] = ['fingerprint', 'tags', 'size', 'status', 'created'];
const PLACE = 'certificate-columns';

function parseColumns(kept: string | null): readonly ColumnName[] {
  if (kept === null) return USUAL;
  const names = kept.split(' ');
  return COLUMNS.filter((name) => names.includes(name));
}

export function useColumns() {
  const [columns, setColumns] = useState(() => parseColumns(read()));
  const toggle = (name: ColumnName) => {
    const next = COLUMNS.filter((one) => columns.includes(one) !== (one === name));
    setColumns(next);
    write(next.join(' '));
  };
  return { columns, toggle };
}

/** A browser may refuse to store anything. */
function read(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

function write(names: string): void {
  try {
    localStorage.setItem(PLACE, names);
  } catch {
    // If the browser stores nothing, the next visit shows the default columns.
  }
}
