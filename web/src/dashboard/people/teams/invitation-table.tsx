import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DotsMenu, MenuItem } from '../../../ui/menu.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { type Answer, api } from '../../api.ts';
import { May, useMay } from '../../may.tsx';
import { useChange } from '../../use-change.ts';
import { LinkDialog } from './link-dialog.tsx';
import { PEOPLE } from './queries.ts';
import { ROLE_TEXT } from './role-text.ts';
import { TEXT } from './text.ts';

export type Invitation = Answer<'listPeople'>['invitations'][number];

const TONES = { pending: 'warn', accepted: 'good', revoked: 'plain', expired: 'bad' } as const;

export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const text = useText(TEXT);
  const { names } = useText(ROLE_TEXT);
  const formats = useFormats();
  const may = useMay();
  const toast = useToast();
  const [made, setMade] = useState<{ email: string; link: string }>();
  const resend = useChange((id: string) => api.resendInvitation(id), {
    awaits: [PEOPLE],
    saysRefusal: true,
    onDone: ({ invitation: { email, link } }) => {
      if (link === undefined) toast(text.resent);
      else setMade({ email, link });
    },
  });
  const revoke = useChange((id: string) => api.revokeInvitation(id), {
    awaits: [PEOPLE],
    say: text.revoked,
    saysRefusal: true,
  });
  const columns: readonly Column<Invitation>[] = [
    { label: text.columns.person, cell: ({ email }) => <span className="person-cell">{email}</span> },
    { label: text.columns.role, cell: ({ role }) => names[role] },
    {
      label: text.columns.until,
      cell: ({ status, expires_at: at }) => (
        <span className="row gap-small">
          <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
          {status === 'pending' && formats.dateTime(at)}
        </span>
      ),
    },
    {
      label: '',
      kind: 'actions',
      cell: ({ id, email, role, status }) =>
        may('revokeInvitation') &&
        (status === 'pending' || (status === 'expired' && may('resendInvitation'))) &&
        (role !== 'owner' || may('owner')) && (
          <DotsMenu label={text.actions(email)}>
            <May act="resendInvitation">
              <MenuItem icon="refresh" onSelect={() => resend.mutate(id)}>
                {text.resend}
              </MenuItem>
            </May>
            {status === 'pending' && (
              <MenuItem icon="close" tone="danger" onSelect={() => revoke.mutate(id)}>
                {text.revoke}
              </MenuItem>
            )}
          </DotsMenu>
        ),
    },
  ];
  return (
    <>
      <Table caption={text.invitations} columns={columns} rows={invitations} rowKey={({ id }) => id} />
      {made && <LinkDialog {...made} onClose={() => setMade(undefined)} />}
    </>
  );
}
