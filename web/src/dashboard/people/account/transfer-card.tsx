/** Hands the account over to another person who has a seat in it. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { api, type Seat } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { ME, usePerson } from '../session.ts';
import { OwnerDialog } from '../settings/password-dialog.tsx';
import { PEOPLE } from '../teams/queries.ts';
import { ROLE_TEXT } from '../teams/role-text.ts';
import { TEXT } from './text.ts';

export function TransferCard() {
  const { transfer: text } = useText(TEXT);
  const self = usePerson().id;
  const people = useQuery({ queryKey: PEOPLE, queryFn: api.listPeople });
  const others = people.data?.people.filter(({ person }) => person.id !== self);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.title} note={text.note}>
      {others?.length === 0 ? (
        <p className="muted">
          {text.nobody} <Link href="/people">{text.invite}</Link>
        </p>
      ) : (
        <div className="row">
          <Button onClick={() => setOpen(true)} disabled={others === undefined}>
            {text.open}
          </Button>
        </div>
      )}
      {isOpen && others && <TransferDialog others={others} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function TransferDialog({ others, onClose }: { others: readonly Seat[]; onClose: () => void }) {
  const { transfer: text } = useText(TEXT);
  const { names } = useText(ROLE_TEXT);
  const [person, setPerson] = useState(others[0]?.person.id ?? '');
  const transfer = useChange(
    async (owner: Owner) => api.transferAccount({ person, ...(await provenBy(owner)) }),
    { awaits: [ME], refreshes: [PEOPLE], say: text.done, onDone: onClose },
  );
  return (
    <OwnerDialog text={text} change={transfer} onClose={onClose}>
      <Select
        label={text.to}
        value={person}
        onChange={setPerson}
        options={others.map(({ person: { id, name, email }, role }) => ({
          value: id,
          label: `${name} · ${email} · ${names[role]}`,
        }))}
      />
      <Note tone="warn">{text.warning}</Note>
    </OwnerDialog>
  );
}
