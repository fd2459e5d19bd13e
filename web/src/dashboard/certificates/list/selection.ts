/** The certificates of the list that a person has ticked, across its pages. */

import { useState } from 'react';
import type { Certificate } from '../../api.ts';

/** What an export takes by name. */
export const MOST_SELECTED = 100;

export type Selection = {
  chosen: readonly Certificate[];
  has: (id: string) => boolean;
  /** Beyond the most that can be selected, further ones stay out. */
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
