import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ApiError, api } from '../../api.ts';
import { ME, useSettings } from '../session.ts';
import { withSearch } from './safe-next.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

export function LoginPage() {
  const text = useText(TEXT);
  const queries = useQueryClient();
  const { data: settings } = useSettings();
  const search = useSearch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  const logIn = useMutation({
    mutationFn: api.logIn,
    onSuccess: () => queries.invalidateQueries({ queryKey: ME }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'second_factor_required') setAsksForCode(true);
    },
  });
  const isDone = logIn.isPending || logIn.isSuccess;
  const error = isRefusal(logIn.error) ? logIn.error : undefined;

  if (asksForCode) {
    return (
      <SignInFrame title={text.code.title} intro={text.code.intro}>
        <Form onSubmit={() => logIn.mutate({ email, password, code: code.trim() })} error={error}>
          <Field
            label={text.code.label}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
          <Button type="submit" variant="primary" wide busy={isDone}>
            {text.code.submit}
          </Button>
          <Button
            variant="quiet"
            icon="back"
            onClick={() => {
              setAsksForCode(false);
              setCode('');
              logIn.reset();
            }}
          >
            {text.code.back}
          </Button>
        </Form>
      </SignInFrame>
    );
  }

  return (
    <SignInFrame
      title={text.login.title}
      foot={
        settings?.signup !== 'closed' && (
          <>
            {text.login.noAccount} <Link href={withSearch('/signup', search)}>{text.login.signUp}</Link>
          </>
        )
      }
    >
      <Form onSubmit={() => logIn.mutate({ email: email.trim(), password })} error={error}>
        <Field
          label={text.email}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="username"
          autoFocus
        />
        <PasswordField
          label={text.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        <Button type="submit" variant="primary" wide busy={isDone}>
          {text.login.submit}
        </Button>
        <Link className="small" href="/forgotten-password">
          {text.login.forgotten}
        </Link>
      </Form>
    </SignInFrame>
  );
}

/** Being asked for a code is a step of the login, not a failure. */
function isRefusal(error: Error | null): error is Error {
  return error !== null && !(error instanceof ApiError && error.code === 'second_factor_required');
}
