/** Shows the member with the complete CURP, RFC, email or license that was typed. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { useMode } from '../../mode.tsx';
import { fullName } from '../full-name.ts';
import { findByIdentifier } from './find-by-identifier.ts';
import type { Identifier } from './list-query.ts';
import { TEXT } from './text.ts';

export function IdentifierResult({ identifier }: { identifier: Identifier }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const search = useQuery({
    queryKey: ['member-search', mode, identifier],
    queryFn: () => findByIdentifier(identifier, mode),
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
