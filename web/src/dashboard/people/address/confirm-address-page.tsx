import { Link } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { ME } from '../session.ts';
import { useMailedToken } from '../sign-in/mailed-token.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { TEXT } from './text.ts';

/** Opened from the email. Opening it changes nothing, because programs that check mail open links too. */
export function ConfirmAddressPage() {
  const { confirm: text } = useText(TEXT);
  const token = useMailedToken();
  const confirm = useChange(ownApi.confirmEmail, { awaits: [ME] });

  if (confirm.isSuccess) {
    return (
      <SignInFrame title={text.doneTitle}>
        <Note tone="good">{text.done(confirm.data.email)}</Note>
        <ButtonLink href="/" variant="primary" wide>
          {text.onward}
        </ButtonLink>
      </SignInFrame>
    );
  }
  const isOver = token === '' || confirm.isError;
  return (
    <SignInFrame
      title={text.title}
      intro={token !== '' && text.intro}
      foot={isOver && <Link href="/settings">{text.again}</Link>}
    >
      {token === '' ? (
        <Note tone="warn">{text.noToken}</Note>
      ) : (
        <Form change={confirm} onSubmit={() => confirm.mutate({ token })}>
          <Note>{text.notYours}</Note>
          <Button type="submit" variant="primary" wide busy={confirm.isPending}>
            {text.submit}
          </Button>
        </Form>
      )}
    </SignInFrame>
  );
}
