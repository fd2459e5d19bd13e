import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { ApiError, api } from '../../api.ts';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { ME } from '../session.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';
import { readToken } from './token.ts';

/** Opened from the email: whoever has it owns the address, and chooses the password. */
export function ConfirmSignUpPage() {
  const text = useText(TEXT);
  const queries = useQueryClient();
  const [token] = useState(readToken);
  const [location, navigate] = useLocation();
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const confirm = useMutation({
    mutationFn: api.confirmSignUp,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ME });
      navigate('/', { replace: true });
    },
  });
  // Removes the token from the address bar and the history.
  useEffect(() => navigate(location, { replace: true }), [location, navigate]);
  const isOld = token === '' || (confirm.error instanceof ApiError && confirm.error.code === 'invalid_token');

  return (
    <SignInFrame
      title={text.confirm.title}
      intro={token !== '' && text.confirm.intro}
      foot={isOld && <Link href="/signup">{text.confirm.again}</Link>}
    >
      {token === '' ? (
        <Note tone="warn">{text.reset.noToken}</Note>
      ) : (
        <Form
          onSubmit={() => {
            setTooShort(isTooShort(password));
            if (!isTooShort(password)) confirm.mutate({ token, password });
          }}
          error={confirm.error}
        >
          <NewPasswordField
            label={text.password}
            value={password}
            onChange={setPassword}
            tooShort={tooShort}
            autoFocus
          />
          <Button type="submit" variant="primary" wide busy={confirm.isPending || confirm.isSuccess}>
            {text.signUp.submit}
          </Button>
        </Form>
      )}
    </SignInFrame>
  );
}
