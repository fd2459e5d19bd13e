/** The certificates that a person has selected, across the pages of the list. */

import { useState } from 'react';
import type { Certificate } from '../../api.ts';

/** The most certificates that an export accepts by id. */
export const MOST_SELECTED = 100;

export type Selection = {
  chosen: readonly Certificate[];
  has: (id: string) => boolean;
  /** Once the limit is reached, further certificates are not selected. */
  set: (certificates: readonly Certificate[], isChosen: boolean) => void;
  clear: () => void;
};

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<readonly Certificate[]>([]);
  return {
    chosen,
    has: (id) => chosen.some((one) => one.id === id),
    set: (certificates, isChosen) => setChosen(select(chosen, certificates, isChosen)),
    clear: () => setChosen([]),
  };
}

function select(
  chosen: readonly Certificate[],
  given: readonly Certificate[],
  isChosen: boolean,
): readonly Certificate[] {
  const ids = new Set(given.map(({ id }) => id));
  const others = chosen.filter(({ id }) => !ids.has(id));
  return isChosen ? [...others, ...given].slice(0, MOST_SELECTED) : others;
}
