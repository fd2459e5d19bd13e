/** The member with the complete CURP, RFC, email or license that was typed. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { fullName } from '../full-name.ts';
import type { identifierIn } from './list-query.ts';
import { TEXT } from './text.ts';

export function IdentifierResult({
  identifier,
}: {
  identifier: NonNullable<ReturnType<typeof identifierIn>>;
}) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const search = useQuery({
    queryKey: ['member-search', mode, identifier],
    queryFn: async () =>
      'professional_license' in identifier
        ? (await api.listMembersWithStandings({ ...identifier, mode })).members
        : (await api.searchMembers(identifier, { mode })).members,
    gcTime: 0,
  });
  if (search.isPending) return <Note>{text.searching}</Note>;
  if (search.error) return <Note tone="bad">{search.error.message}</Note>;
  const members = search.data;
  if (members.length === 0) return <Note tone="warn">{text.foundNobody}</Note>;
  return (
    <Note tone="good">
      {text.found(members.length)}{' '}
      {members.map((member, index) => (
        <span key={member.id}>
          {index > 0 && ', '}
          <Link href={`/memberships/members/${member.id}`}>
            <bdi>{fullName(member)}</bdi> ({member.member_number})
          </Link>
        </span>
      ))}
    </Note>
  );
}
