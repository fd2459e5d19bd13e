/** All that the page of one member shows, and what to do after any of it was changed. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../../ui/toast.tsx';
import { useMode } from '../../mode.tsx';
import { council } from '../api.ts';

export function useMember(id: string) {
  const [mode] = useMode();
  const member = useQuery({
    queryKey: ['member', id, mode, 'self'],
    queryFn: () => council.member(mode, id),
  });
  const record = useQuery({
    queryKey: ['member', id, mode, 'record'],
    queryFn: () => council.record(mode, id),
  });
  const memberships = useQuery({
    queryKey: ['member', id, mode, 'memberships'],
    queryFn: () => council.memberships(mode, id),
  });
  const awards = useQuery({
    queryKey: ['member', id, mode, 'awards'],
    queryFn: () => council.awardsOfMember(mode, id),
  });
  return { member, record, memberships, awards };
}

/** A change of the member: everything shown of them is read again. */
export function useMemberChange<Given = void, Answer = unknown>(
  id: string,
  change: (given: Given) => Promise<Answer>,
  done?: {
    say?: string;
    undo?: { label: string; run: () => void } | undefined;
    onDone?: (answer: Answer) => void;
  },
) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer) => {
      void queries.resetQueries({ queryKey: ['members'] });
      await queries.invalidateQueries({ queryKey: ['member', id] });
      if (done?.say) toast(done.say, 'good', done.undo);
      done?.onDone?.(answer);
    },
  });
}
