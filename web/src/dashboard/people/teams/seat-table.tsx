import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DotsMenu, MenuItem } from '../../../ui/menu.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Seat } from '../../api.ts';
import { May, useMay } from '../../may.tsx';
import { usePerson } from '../session.ts';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ROLE_TEXT } from './role-text.ts';
import { TEXT } from './text.ts';

export function SeatTable({ seats }: { seats: readonly Seat[] }) {
  const text = useText(TEXT);
  const { names } = useText(ROLE_TEXT);
  const formats = useFormats();
  const may = useMay();
  const self = usePerson().id;
  const [asking, setAsking] = useState<{ act: 'change' | 'remove'; seat: Seat }>();
  const close = () => setAsking(undefined);
  // Only owners can change owners. People leave their own seat on the account's page. Whoever may revoke an invitation may
  // remove a seat; a suspended account allows both.
  const mayTouch = ({ person, role }: Seat) =>
    may('revokeInvitation') && person.id !== self && (role !== 'owner' || may('owner'));
  const columns: readonly Column<Seat>[] = [
    {
      label: text.columns.person,
      cell: ({ person }) => (
        <span className="person-cell">
          <span>
            <bdi>{person.name}</bdi> {person.id === self && <span className="muted">({text.you})</span>}
          </span>
          <span className="muted small">{person.email}</span>
        </span>
      ),
    },
    { label: text.columns.role, cell: ({ role }) => names[role] },
    {
      label: text.columns.factor,
      cell: ({ person }) => (
        <Badge tone={person.second_factor ? 'good' : 'plain'}>
          {person.second_factor ? text.factorOn : text.factorOff}
        </Badge>
      ),
    },
    {
      label: text.columns.seen,
      cell: ({ last_seen_at: at }) => (at === null ? text.never : formats.dateTime(at)),
    },
    {
      label: '',
      kind: 'actions',
      cell: (seat) =>
        mayTouch(seat) && (
          <DotsMenu label={text.actions(seat.person.name)}>
            <May act="changePersonRole">
              <MenuItem icon="user" onSelect={() => setAsking({ act: 'change', seat })}>
                {text.change}
              </MenuItem>
            </May>
            <MenuItem icon="trash" tone="danger" onSelect={() => setAsking({ act: 'remove', seat })}>
              {text.remove}
            </MenuItem>
          </DotsMenu>
        ),
    },
  ];
  return (
    <>
      <Table caption={text.people} columns={columns} rows={seats} rowKey={({ person }) => person.id} />
      {asking?.act === 'change' && <ChangeRoleDialog seat={asking.seat} onClose={close} />}
      {asking?.act === 'remove' && <RemoveDialog seat={asking.seat} onClose={close} />}
    </>
  );
}
