/** The addresses to which mail about followed members goes, once somebody who reads the address has confirmed it. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { Table } from '../../ui/table.tsx';
import { api, type WatchAddress } from '../api.ts';
import { May } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { useChange } from '../use-change.ts';
import { ADDRESS_TEXT } from './address-text.ts';

const TONES = { unconfirmed: 'warn', confirmed: 'good', unsubscribed: 'plain' } as const;

export function AddressesCard() {
  const text = useText(ADDRESS_TEXT);
  const [mode] = useMode();
  const [isAdding, setAdding] = useState(false);
  const list = useQuery({
    queryKey: ['watch-addresses', mode],
    queryFn: () => api.listWatchAddresses({ mode }),
  });
  return (
    <Card
      title={text.title}
      note={text.note}
      actions={
        <May act="createWatchAddress">
          <Button size="small" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        </May>
      }
    >
      {mode === 'test' && <Note tone="warn">{text.testMode}</Note>}
      <Loaded
        found={list}
        lines={1}
        isEmpty={({ watch_addresses }) => watch_addresses.length === 0}
        empty={<p className="muted">{text.none}</p>}
      >
        {({ watch_addresses }) => <AddressTable addresses={watch_addresses} />}
      </Loaded>
      {isAdding && <NewAddressDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function AddressTable({ addresses }: { addresses: readonly WatchAddress[] }) {
  const text = useText(ADDRESS_TEXT);
  return (
    <Table
      caption={text.title}
      columns={[
        { label: text.email, cell: ({ email }) => <bdi>{email}</bdi> },
        {
          label: text.state,
          cell: ({ status }) => <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>,
        },
        { label: '', kind: 'actions', cell: (address) => <AddressActions address={address} /> },
      ]}
      rows={addresses}
      rowKey={({ id }) => id}
    />
  );
}

function AddressActions({ address: { id, email, language, status } }: { address: WatchAddress }) {
  const text = useText(ADDRESS_TEXT);
  const [mode] = useMode();
  const awaits = [['watch-addresses']];
  const again = useChange(() => api.createWatchAddress({ email, language }, { mode }), {
    awaits,
    say: text.sent,
    saysRefusal: true,
  });
  const remove = useChange(() => api.deleteWatchAddress(id, { mode }), {
    awaits,
    say: text.removed,
    saysRefusal: true,
  });
  return (
    <span className="row gap-small">
      {status === 'unconfirmed' && (
        <May act="createWatchAddress">
          <Button variant="quiet" size="small" busy={again.isPending} onClick={() => again.mutate()}>
            {text.again}
          </Button>
        </May>
      )}
      <May act="deleteWatchAddress">
        <Button variant="quiet" size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
          {text.remove}
        </Button>
      </May>
    </span>
  );
}

function NewAddressDialog({ onClose }: { onClose: () => void }) {
  const text = useText(ADDRESS_TEXT);
  const own = useLanguage();
  const [mode] = useMode();
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<'es' | 'en'>(own);
  const save = useChange(() => api.createWatchAddress({ email: email.trim(), language }, { mode }), {
    awaits: [['watch-addresses']],
    say: text.sent,
    onDone: onClose,
  });
  return (
    <FormDialog title={text.add} submit={text.submit} change={save} onClose={onClose}>
      <p>{text.how}</p>
      <Field
        label={text.email}
        type="email"
        value={email}
        autoComplete="off"
        onChange={(event) => setEmail(event.target.value)}
      />
      <Select
        label={text.language}
        value={language}
        onChange={setLanguage}
        options={[
          { value: 'es', label: 'Español' },
          { value: 'en', label: 'English' },
        ]}
      />
    </FormDialog>
  );
}
