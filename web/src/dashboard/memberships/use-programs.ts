/** The council's programs, which most pages name. */

import { useQuery } from '@tanstack/react-query';
import { api, type Mode, type Program } from '../api.ts';
import { useMode } from '../mode.tsx';

const programsKey = (mode: Mode) => ['programs', mode] as const;

export function usePrograms(): {
  programs: readonly Program[];
  programOf: (id: string) => Program | undefined;
} {
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: programsKey(mode),
    queryFn: () => api.listPrograms({ mode, limit: 100 }),
  });
  const programs = data?.programs ?? [];
  return { programs, programOf: (id) => programs.find((program) => program.id === id) };
}
