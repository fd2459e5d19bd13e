/** Pages that are opened from an email. The token is in the fragment, which browsers never send to a server. */

import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import type { Change } from '../../../ui/change.ts';
import { Form } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { TEXT } from './text.ts';

/** The token in the address, or an empty text. The token is removed from the address bar and the history. */
export function useMailedToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [location, navigate] = useLocation();
  useEffect(() => navigate(location, { replace: true }), [location, navigate]);
  return token;
}

type ChoosePasswordProps = {
  token: string;
  label: string;
  submit: string;
  busy: boolean;
  change: Change<string>;
};

/** The person who received the email chooses the password. */
export function ChoosePassword({ token, label, submit, busy, change }: ChoosePasswordProps) {
  const text = useText(TEXT);
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  if (token === '') return <Note tone="warn">{text.reset.noToken}</Note>;
  return (
    <Form
      change={change}
      onSubmit={() => {
        setTooShort(isTooShort(password));
        if (!isTooShort(password)) change.mutate(password);
      }}
    >
      <NewPasswordField label={label} value={password} onChange={setPassword} tooShort={tooShort} autoFocus />
      <Button type="submit" variant="primary" wide busy={busy}>
        {submit}
      </Button>
    </Form>
  );
}
