import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { ApiError, ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { ME } from '../session.ts';
import { ChoosePassword, useMailedToken } from './mailed-token.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { TEXT } from './text.ts';

export function ResetPasswordPage() {
  const { reset: text } = useText(TEXT);
  const queries = useQueryClient();
  const token = useMailedToken();
  const reset = useChange((password: string) => ownApi.resetPassword({ token, new_password: password }), {
    // All sessions are closed, including this browser's.
    onDone: () => queries.setQueryData(ME, null),
  });
  const isOld = token === '' || (reset.error instanceof ApiError && reset.error.code === 'invalid_token');
  if (reset.isSuccess) {
    return (
      <SignInFrame title={text.doneTitle}>
        <Note tone="good">{text.done}</Note>
        <ButtonLink href="/login" variant="primary" wide>
          {text.logIn}
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={text.title} foot={isOld && <Link href="/forgotten-password">{text.again}</Link>}>
      <ChoosePassword
        token={token}
        label={text.newPassword}
        submit={text.submit}
        busy={reset.isPending}
        change={reset}
      />
    </SignInFrame>
  );
}
