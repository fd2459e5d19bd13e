import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Form, SubmitRow } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { usePerson, useSettings } from '../session.ts';
import { useIssuerProof, useProveAtIssuer } from '../sso/issuer-proof.tsx';
import { TEXT as SSO_TEXT } from '../sso/text.ts';
import { TEXT } from './text.ts';

/**
 * People who log in through an issuer may have no password yet. They can choose one after proving their identity at the
 * issuer.
 */
export function PasswordCard() {
  const { password: text } = useText(TEXT);
  const { data: settings } = useSettings();
  const issuer = useIssuerProof();
  if (settings?.sso?.only) return null;
  return (
    <Card title={text.title} note={text.note}>
      {issuer === undefined || issuer.isProven ? (
        <PasswordForm asksForCurrent={issuer === undefined} />
      ) : (
        <ProveFirst name={issuer.name} />
      )}
    </Card>
  );
}

function ProveFirst({ name }: { name: string }) {
  const text = useText(SSO_TEXT);
  const prove = useProveAtIssuer();
  return (
    <div className="stack settings-form">
      <p>{text.proveFirst(name)}</p>
      {prove.error && <Note tone="bad">{prove.error.message}</Note>}
      <div className="row">
        <Button busy={prove.isPending} onClick={() => prove.mutate()}>
          {text.prove(name)}
        </Button>
      </div>
    </div>
  );
}

function PasswordForm({ asksForCurrent }: { asksForCurrent: boolean }) {
  const { password: text } = useText(TEXT);
  const { email } = usePerson();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [fault, setFault] = useState<'tooShort' | 'same'>();
  const change = useChange(ownApi.changePassword, {
    refreshes: [['sessions']],
    say: text.done,
    onDone: () => {
      setCurrent('');
      setNext('');
    },
  });
  const submit = () => {
    const found = isTooShort(next) ? 'tooShort' : next === current ? 'same' : undefined;
    setFault(found);
    if (found === undefined) change.mutate({ current_password: current, new_password: next });
  };
  return (
    <Form className="settings-form" change={change} onSubmit={submit}>
      {/* Tells password managers to which login the new password belongs. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {asksForCurrent && (
        <PasswordField
          label={text.current}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          autoComplete="current-password"
          maxLength={200}
        />
      )}
      <NewPasswordField
        label={text.next}
        value={next}
        onChange={setNext}
        tooShort={fault === 'tooShort'}
        error={fault === 'same' ? text.same : undefined}
      />
      <SubmitRow busy={change.isPending}>{text.submit}</SubmitRow>
    </Form>
  );
}
