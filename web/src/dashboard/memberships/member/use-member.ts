/** All data of the page of one member, and how to refresh it after a change. */

import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { type AfterChange, useChange } from '../../use-change.ts';

export function useMember(id: string) {
  const [mode] = useMode();
  const member = useQuery({
    queryKey: ['member', id, mode, 'self'],
    queryFn: () => api.getMember(id, { mode }),
  });
  const record = useQuery({
    queryKey: ['member', id, mode, 'record'],
    queryFn: () => api.readMemberRecord(id, { mode }),
  });
  const memberships = useQuery({
    queryKey: ['member', id, mode, 'memberships'],
    queryFn: () => api.listMemberships({ mode, member_id: id, limit: 100 }),
  });
  const awards = useQuery({
    queryKey: ['member', id, mode, 'awards'],
    queryFn: () => api.listAwards({ mode, member_id: id, limit: 100 }),
  });
  const isWhole = member.data && record.data && memberships.data && awards.data;
  return {
    data: isWhole && {
      member: member.data.member,
      transcript: record.data.transcript,
      memberships: memberships.data.memberships,
      awards: awards.data.awards,
    },
    error: member.error ?? record.error ?? memberships.error ?? awards.error,
    refetch: member.refetch,
  };
}

/** A change of the member. Afterwards all data about the member is read again. */
export function useMemberChange<Given = void, Answer = unknown>(
  id: string,
  change: (given: Given) => Promise<Answer>,
  after: Pick<AfterChange<Answer, Given>, 'say' | 'undo' | 'onDone'> = {},
) {
  return useChange(change, { resets: [['members']], awaits: [['member', id]], ...after });
}
