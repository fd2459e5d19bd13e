/** The requirements that a term is judged by, from the record that the page has read already. */

import { useQuery } from '@tanstack/react-query';
import type { Evaluation, Member, Term } from '../../../api-types.ts';
import { useMode } from '../../../mode.tsx';
import { council } from '../../api.ts';

export function useTermRequirements(member: Member, term: Term): Evaluation['requirements'] {
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['member', member.id, mode, 'record'],
    queryFn: () => council.record(mode, member.id),
  });
  const parts = data?.transcript.memberships.flatMap(({ terms }) => terms) ?? [];
  return parts.find(({ id }) => id === term.id)?.evaluation?.requirements ?? [];
}
