import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { EmailField } from '../person-fields.tsx';
import { useSettings } from '../session.ts';
import { withSearch } from './safe-next.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

export function ForgottenPasswordPage() {
  const text = useText(TEXT);
  const { data: settings } = useSettings();
  const [email, setEmail] = useState('');
  const ask = useChange(ownApi.requestPasswordReset);
  const search = useSearch();
  const foot = <Link href={withSearch('/login', search)}>{text.forgotten.back}</Link>;

  if (ask.isSuccess) {
    return (
      <SignInFrame title={text.forgotten.sentTitle} foot={foot}>
        <Note tone="good">{text.forgotten.sent(email.trim())}</Note>
      </SignInFrame>
    );
  }
  if (settings?.mail === false) {
    return (
      <SignInFrame title={text.forgotten.title} foot={foot}>
        <Note>{text.forgotten.noMail}</Note>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={text.forgotten.title} intro={text.forgotten.intro} foot={foot}>
      <Form change={ask} onSubmit={() => ask.mutate({ email: email.trim() })}>
        <EmailField label={text.email} value={email} onChange={setEmail} autoFocus />
        <Button type="submit" variant="primary" wide busy={ask.isPending}>
          {text.forgotten.submit}
        </Button>
      </Form>
    </SignInFrame>
  );
}
