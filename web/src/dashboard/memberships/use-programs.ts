/** The council's programs, whose names most pages show. */

import { useQuery } from '@tanstack/react-query';
import type { Found } from '../../ui/loaded.tsx';
import { api, type Mode, type Program } from '../api.ts';
import { useMode } from '../mode.tsx';

const programsKey = (mode: Mode) => ['programs', mode] as const;

export function usePrograms(): {
  programs: readonly Program[];
  programOf: (id: string) => Program | undefined;
  /** Lets components wait for the names of programs, instead of showing ids. */
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
