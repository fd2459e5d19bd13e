/** The steps of posting a table: it is read, its columns may be corrected, it is posted, and another may follow. */

import { useState } from 'react';
import { useChange } from '../../use-change.ts';

type Asked = { table: File; chosen: string[] };

/** `preview` checks a table with the fields chosen for its columns; nothing is stored. */
export function useTableSteps<Preview>(preview: (asked: Asked) => Promise<Preview>) {
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState<string[]>([]);
  const reading = useChange(preview);
  return {
    file,
    chosen,
    reading,
    read(table: File, next: string[]) {
      setFile(table);
      setChosen(next);
      reading.mutate({ table, chosen: next });
    },
    /** Starts again, for another table. */
    forget() {
      setFile(undefined);
      reading.reset();
    },
  };
}
