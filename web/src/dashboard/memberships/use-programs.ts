/** The council's programs, which most pages name. */

import { useQuery } from '@tanstack/react-query';
import type { Found } from '../../ui/loaded.tsx';
import { api, type Mode, type Program } from '../api.ts';
import { useMode } from '../mode.tsx';

const programsKey = (mode: Mode) => ['programs', mode] as const;

export function usePrograms(): {
  programs: readonly Program[];
  programOf: (id: string) => Program | undefined;
  /** For components that show a program's name: they show no id while the names are still loading. */
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
