import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { api } from '../../api.ts';
import { ME, useSettings } from '../session.ts';
import { withSearch } from './login-page.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

export const SHORTEST_PASSWORD = 10;

export function SignUpPage() {
  const text = useText(TEXT);
  const language = useLanguage();
  const queries = useQueryClient();
  const search = useSearch();
  const { data: settings } = useSettings();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const signUp = useMutation({
    mutationFn: api.signUp,
    onSuccess: () => queries.invalidateQueries({ queryKey: ME }),
  });

  const submit = () => {
    setTooShort(password.length < SHORTEST_PASSWORD);
    if (password.length < SHORTEST_PASSWORD) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    signUp.mutate({ name: name.trim(), email: email.trim(), password, language, time_zone: timeZone });
  };

  return (
    <SignInFrame
      title={text.signUp.title}
      foot={
        <>
          {text.signUp.hasAccount} <Link href={withSearch('/login', search)}>{text.signUp.logIn}</Link>
        </>
      }
    >
      {settings?.signup === 'closed' ? (
        <Note>{text.signUp.closed}</Note>
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {signUp.error && <Note tone="bad">{signUp.error.message}</Note>}
          <Field
            label={text.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="name"
            maxLength={200}
            autoFocus
          />
          <Field
            label={text.email}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            autoComplete="username"
            maxLength={254}
          />
          <PasswordField
            label={text.password}
            hint={text.signUp.passwordHint}
            error={isTooShort ? text.signUp.tooShort : undefined}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="new-password"
            maxLength={200}
          />
          <Button type="submit" variant="primary" wide busy={signUp.isPending || signUp.isSuccess}>
            {text.signUp.submit}
          </Button>
        </form>
      )}
    </SignInFrame>
  );
}
