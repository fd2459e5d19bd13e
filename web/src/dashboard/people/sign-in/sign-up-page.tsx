import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { EmailField, NameField } from '../person-fields.tsx';
import { ME, useSettings } from '../session.ts';
import { withSearch } from './safe-next.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

export function SignUpPage() {
  const text = useText(TEXT);
  const language = useLanguage();
  const queries = useQueryClient();
  const search = useSearch();
  // Wait for the settings: they decide whether there is a password field, which must not appear or vanish while
  // somebody types.
  const { data: settings, isPending } = useSettings();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const signUp = useChange(ownApi.signUp, {
    onDone: (answer) => ('account' in answer ? queries.invalidateQueries({ queryKey: ME }) : undefined),
  });
  const isMailed = settings?.mail === true;

  const submit = () => {
    setTooShort(!isMailed && isTooShort(password));
    if (!isMailed && isTooShort(password)) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const person = { name: name.trim(), email: email.trim(), language, time_zone: timeZone };
    signUp.mutate(isMailed ? person : { ...person, password });
  };

  if (signUp.data && 'sent' in signUp.data) {
    return (
      <SignInFrame
        title={signUp.data.sent ? text.signUp.sentTitle : text.signUp.waitsTitle}
        foot={<Link href={withSearch('/login', search)}>{text.forgotten.back}</Link>}
      >
        {signUp.data.sent ? (
          <Note tone="good">{text.signUp.sent(email.trim())}</Note>
        ) : (
          <Note>{text.signUp.waits(email.trim())}</Note>
        )}
      </SignInFrame>
    );
  }

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
      ) : isPending ? null : (
        <Form change={signUp} onSubmit={submit}>
          <NameField label={text.name} value={name} onChange={setName} autoFocus />
          <p className="field-hint">{text.signUp.nameShown}</p>
          <EmailField label={text.email} value={email} onChange={setEmail} maxLength={254} />
          {!isMailed && (
            <NewPasswordField
              label={text.password}
              value={password}
              onChange={setPassword}
              tooShort={tooShort}
            />
          )}
          <Button type="submit" variant="primary" wide busy={signUp.isPending || signUp.isSuccess}>
            {isMailed ? text.signUp.next : text.signUp.submit}
          </Button>
        </Form>
      )}
    </SignInFrame>
  );
}
