import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { ME, usePerson, useSettings } from '../session.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';
import { TEXT } from './text.ts';

/** The address with which the person logs in, and the way to change it. */
export function AddressCard() {
  const text = useText(TEXT);
  const { email } = usePerson();
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Card title={text.title} note={text.note}>
      <div className="stack settings-form">
        <p className="address-now">{email}</p>
        {sentTo !== undefined && <Note tone="good">{text.sent(sentTo, email)}</Note>}
        <div className="row">
          <Button onClick={() => setOpen(true)}>{text.change}</Button>
        </div>
      </div>
      {isOpen && <ChangeDialog onSent={setSentTo} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function ChangeDialog({ onSent, onClose }: { onSent: (email: string) => void; onClose: () => void }) {
  const text = useText(TEXT);
  const toast = useToast();
  const queries = useQueryClient();
  const { data: settings } = useSettings();
  const [wanted, setWanted] = useState('');
  const change = useChange(
    async (owner: Owner) => ownApi.changeEmail({ email: wanted.trim(), ...(await provenBy(owner)) }),
    {
      onDone: async (answer) => {
        if ('sent' in answer) {
          onSent(wanted.trim());
        } else {
          await queries.invalidateQueries({ queryKey: ME });
          toast(text.done);
        }
        onClose();
      },
    },
  );
  return (
    <PasswordDialog
      title={text.changeTitle}
      submit={text.submit}
      change={change}
      asksForFactor
      onClose={onClose}
    >
      <Field
        label={text.wanted}
        hint={settings?.mail === false ? text.wantedHintNoMail : text.wantedHint}
        type="email"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        autoComplete="email"
        maxLength={254}
        autoFocus
      />
    </PasswordDialog>
  );
}
