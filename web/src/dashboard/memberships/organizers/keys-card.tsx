/** The API keys of an organiser. With them, the organiser's programs do what its people do at the desk. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { type ApiKey, type ApiKeyWithSecret, api, type Organizer } from '../../api.ts';
import { KeyName } from '../../keys/key-table.tsx';
import '../../keys/keys.css';
import { SecretDialog } from '../../keys/secret-dialog.tsx';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { ME } from '../../people/session.ts';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

type OfOrganizer = { organizer: Organizer };

export function KeysCard({ organizer }: OfOrganizer) {
  const text = useText(TEXT);
  const [open, setOpen] = useState<'new' | ApiKeyWithSecret>();
  const found = useQuery({ queryKey: ['keys'], queryFn: api.listKeys });
  const close = () => setOpen(undefined);
  const actions = (
    <div className="row gap-small">
      <ButtonLink href="/keys" size="small">
        {text.keys.all}
      </ButtonLink>
      <May act="createOrganizerKey">
        <Button size="small" icon="key" onClick={() => setOpen('new')}>
          {text.keys.create}
        </Button>
      </May>
    </div>
  );
  return (
    <Card title={text.keys.title} note={text.keys.note} actions={actions}>
      <Loaded found={found} lines={2}>
        {({ keys }) => <Keys keys={keys.filter(({ organizer_id: id }) => id === organizer.id)} />}
      </Loaded>
      {open === 'new' && <NewKeyDialog organizer={organizer} onClose={close} onCreated={setOpen} />}
      {typeof open === 'object' && <SecretDialog shown={{ key: open }} onClose={close} />}
    </Card>
  );
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly Column<ApiKey>[] = [
    { label: text.keys.key, cell: (key) => <KeyName apiKey={key} /> },
    {
      label: text.keys.lastUsed,
      cell: ({ last_used_at: at }) => (at === null ? text.never : formats.dateTime(at)),
    },
  ];
  const usable = keys.filter(({ status }) => status !== 'revoked');
  if (usable.length === 0) return <p className="muted">{text.keys.none}</p>;
  return <Table caption={text.keys.title} columns={columns} rows={usable} rowKey={({ id }) => id} />;
}

type NewKeyDialogProps = OfOrganizer & { onClose: () => void; onCreated: (key: ApiKeyWithSecret) => void };

function NewKeyDialog({ organizer, onClose, onCreated }: NewKeyDialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [name, setName] = useState('');
  const create = useChange(() => api.createOrganizerKey(organizer.id, { name: name.trim() }, { mode }), {
    refreshes: [['keys'], ME],
    onDone: ({ key }) => onCreated(key),
  });
  return (
    <FormDialog title={text.keys.newTitle} submit={text.keys.submit} change={create} onClose={onClose}>
      <p>{text.keys.newIntro(organizer.name)}</p>
      <Field
        label={text.keys.name}
        hint={text.keys.nameHint}
        value={name}
        required
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
