import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { ApiError, api } from '../../api.ts';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { ME } from '../session.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';
import { readToken } from './token.ts';

/** Opened from the email. The token is in the fragment, which browsers never send to a server. */
export function ResetPasswordPage() {
  const text = useText(TEXT);
  const queries = useQueryClient();
  const [token] = useState(readToken);
  const [location, navigate] = useLocation();
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const reset = useMutation({
    mutationFn: api.resetPassword,
    // All sessions are closed, including this browser's.
    onSuccess: () => queries.setQueryData(ME, null),
  });
  // Removes the token from the address bar and the history.
  useEffect(() => navigate(location, { replace: true }), [location, navigate]);
  const isOld = token === '' || (reset.error instanceof ApiError && reset.error.code === 'invalid_token');

  if (reset.isSuccess) {
    return (
      <SignInFrame title={text.reset.doneTitle}>
        <Note tone="good">{text.reset.done}</Note>
        <ButtonLink href="/login" variant="primary" wide>
          {text.reset.logIn}
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title={text.reset.title}
      foot={isOld && <Link href="/forgotten-password">{text.reset.again}</Link>}
    >
      {token === '' ? (
        <Note tone="warn">{text.reset.noToken}</Note>
      ) : (
        <Form
          onSubmit={() => {
            setTooShort(isTooShort(password));
            if (!isTooShort(password)) reset.mutate({ token, new_password: password });
          }}
          error={reset.error}
        >
          <NewPasswordField
            label={text.reset.newPassword}
            value={password}
            onChange={setPassword}
            tooShort={tooShort}
            autoFocus
          />
          <Button type="submit" variant="primary" wide busy={reset.isPending}>
            {text.reset.submit}
          </Button>
        </Form>
      )}
    </SignInFrame>
  );
}
