/** The council's programs, which most pages name. */

import { useQuery } from '@tanstack/react-query';
import type { Found } from '../../ui/loaded.tsx';
import { api, type Mode, type Program } from '../api.ts';
import { useMode } from '../mode.tsx';

const programsKey = (mode: Mode) => ['programs', mode] as const;

export function usePrograms(): {
  programs: readonly Program[];
  programOf: (id: string) => Program | undefined;
  /** For what shows a program's name: an id is no word for people while the names are on their way. */
  found: Found<unknown>;
} {
  const [mode] = useMode();
  const found = useQuery({
    queryKey: programsKey(mode),
    queryFn: () => api.listPrograms({ mode, limit: 100 }),
  });
  const programs = found.data?.programs ?? [];
  return { programs, programOf: (id) => programs.find((program) => program.id === id), found };
}
