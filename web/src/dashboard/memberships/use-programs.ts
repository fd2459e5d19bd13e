/** The council's programs, which most pages name. */

import { useQuery } from '@tanstack/react-query';
import type { Mode, Program } from '../api-types.ts';
import { useMode } from '../mode.tsx';
import { council } from './api.ts';

export const programsKey = (mode: Mode) => ['programs', mode] as const;

export function usePrograms(): {
  programs: readonly Program[];
  programOf: (id: string) => Program | undefined;
} {
  const [mode] = useMode();
  const { data } = useQuery({ queryKey: programsKey(mode), queryFn: () => council.programs(mode) });
  const programs = data?.programs ?? [];
  return { programs, programOf: (id) => programs.find((program) => program.id === id) };
}
