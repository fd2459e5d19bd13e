import { Link, useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { ApiError, ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { ME } from '../session.ts';
import { ChoosePassword, useMailedToken } from './mailed-token.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

/** Opened from the email: the person who received it owns the address and chooses the password. */
export function ConfirmSignUpPage() {
  const text = useText(TEXT);
  const token = useMailedToken();
  const [, navigate] = useLocation();
  const confirm = useChange((password: string) => ownApi.confirmSignUp({ token, password }), {
    awaits: [ME],
    onDone: () => navigate('/', { replace: true }),
  });
  const isOld = token === '' || (confirm.error instanceof ApiError && confirm.error.code === 'invalid_token');
  return (
    <SignInFrame
      title={text.confirm.title}
      intro={token !== '' && text.confirm.intro}
      foot={isOld && <Link href="/signup">{text.confirm.again}</Link>}
    >
      <ChoosePassword
        token={token}
        label={text.password}
        submit={text.signUp.submit}
        busy={confirm.isPending || confirm.isSuccess}
        change={confirm}
      />
    </SignInFrame>
  );
}
