import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ApiError, ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { PasskeyLogin } from '../passkeys/passkey-login.tsx';
import { EmailField } from '../person-fields.tsx';
import { ME, useSettings } from '../session.ts';
import { SsoLogin } from '../sso/sso-login.tsx';
import { withSearch } from './safe-next.ts';
import { SecondFactorStep } from './second-factor-step.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

export function LoginPage() {
  const text = useText(TEXT);
  const { data: settings } = useSettings();
  const search = useSearch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [asksForFactor, setAsksForFactor] = useState(false);
  const logIn = useChange(ownApi.logIn, {
    awaits: [ME],
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'second_factor_required') setAsksForFactor(true);
    },
  });
  const isDone = logIn.isPending || logIn.isSuccess;

  if (asksForFactor) {
    return (
      <SecondFactorStep login={{ email: email.trim(), password }} onBack={() => setAsksForFactor(false)} />
    );
  }

  if (settings?.sso?.only) {
    return (
      <SignInFrame title={text.login.title}>
        <SsoLogin />
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
      <Form
        change={{ ...logIn, error: isRefusal(logIn.error) ? logIn.error : null }}
        onSubmit={() => logIn.mutate({ email: email.trim(), password })}
      >
        <EmailField label={text.email} value={email} onChange={setEmail} autoFocus />
        <PasswordField
          label={text.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        <Button type="submit" variant="primary" wide busy={isDone}>
          {text.login.submit}
        </Button>
        <Link className="small" href={withSearch('/forgotten-password', search)}>
          {text.login.forgotten}
        </Link>
      </Form>
      <PasskeyLogin />
      <SsoLogin />
    </SignInFrame>
  );
}

/** Being asked for a second factor is a step of the login, not a failure. */
function isRefusal(error: Error | null): error is Error {
  return error !== null && !(error instanceof ApiError && error.code === 'second_factor_required');
}
