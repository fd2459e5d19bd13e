/** The requirements that a term is judged by, from the record that the page has read already. */

import { useQuery } from '@tanstack/react-query';
import { api, type Evaluation, type Member, type Term } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';

export function useTermRequirements(member: Member, term: Term): Evaluation['requirements'] {
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['member', member.id, mode, 'record'],
    queryFn: () => api.readMemberRecord(member.id, { mode }),
  });
  const parts = data?.transcript.memberships.flatMap(({ terms }) => terms) ?? [];
  return parts.find(({ id }) => id === term.id)?.evaluation?.requirements ?? [];
}
