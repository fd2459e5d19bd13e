/**
 * The page that the link of an invitation opens. Its secret is in the fragment, which browsers never send to a server.
 */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ownApi, type ShownInvitation } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { EmailField, NameField } from '../person-fields.tsx';
import { ME, useLogOut, useMe, usePerson } from '../session.ts';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { ROLE_TEXT } from './role-text.ts';
import { TEXT } from './text.ts';

export function InvitationPage() {
  const { invited: text } = useText(TEXT);
  const secret = useSecret();
  const found = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => ownApi.readInvitation(secret),
    enabled: secret !== '',
  });
  if (secret === '')
    return (
      <SignInFrame title={text.title}>
        <Note tone="warn">{text.missing}</Note>
      </SignInFrame>
    );
  if (found.error)
    return (
      <SignInFrame title={text.dead} foot={<Link href="/login">{text.toLogin}</Link>}>
        <Note tone="bad">{found.error.message}</Note>
      </SignInFrame>
    );
  if (found.data === undefined) return <Skeleton lines={6} />;
  return <Invited secret={secret} invitation={found.data.invitation} />;
}

const KEPT = 'sello.invitation';

/** Stored for this tab, so that the page works after a log-in and after a reload. */
function useSecret(): string {
  const [secret] = useState(() => {
    const given = window.location.hash.slice(1);
    return /^[\w-]{1,200}$/.test(given) ? given : (sessionStorage.getItem(KEPT) ?? '');
  });
  useEffect(() => {
    if (secret === '') return;
    sessionStorage.setItem(KEPT, secret);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [secret]);
  return secret;
}

type InvitedProps = { secret: string; invitation: ShownInvitation };

function Invited({ secret, invitation }: InvitedProps) {
  const { invited: text } = useText(TEXT);
  const { names, may } = useText(ROLE_TEXT);
  const formats = useFormats();
  const { data: me } = useMe();
  const { account, invited_by: inviter, role, email, expires_at: until, status } = invitation;
  if (status === 'accepted')
    return (
      <SignInFrame title={text.taken}>
        <Enter account={account} />
      </SignInFrame>
    );
  return (
    <SignInFrame
      title={text.title}
      intro={
        <>
          {text.body(inviter, account.name, names[role])} {may[role]}
        </>
      }
    >
      <p className="muted">{text.until(email, formats.dateTime(until))}</p>
      {me ? <Accept secret={secret} /> : me === null && <SignUp secret={secret} />}
    </SignInFrame>
  );
}

function Enter({ account }: { account: ShownInvitation['account'] }) {
  const { invited: text } = useText(TEXT);
  return (
    <ButtonLink variant="primary" external href={`/dashboard/${account.id}`}>
      {text.open(account.name)}
    </ButtonLink>
  );
}

/** Reloads the dashboard, for the account that the person has just joined. */
function enter(id: string | undefined): void {
  sessionStorage.removeItem(KEPT);
  window.location.assign(id === undefined ? '/dashboard' : `/dashboard/${id}`);
}

function Accept({ secret }: { secret: string }) {
  const { invited: text } = useText(TEXT);
  const { email } = usePerson();
  const logOut = useLogOut();
  const accept = useChange(() => ownApi.acceptInvitation(secret), {
    onDone: ({ account }) => enter(account?.id),
  });
  return (
    <>
      <p>{text.asWho(email)}</p>
      {accept.error && <Note tone="bad">{accept.error.message}</Note>}
      <Button
        variant="primary"
        wide
        busy={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate()}
      >
        {text.accept}
      </Button>
      <Button variant="quiet" wide busy={logOut.isPending} onClick={() => logOut.mutate()}>
        {text.other}
      </Button>
    </>
  );
}

/** For somebody who has no login yet: the link gives the invited address a login and its seat. */
function SignUp({ secret }: { secret: string }) {
  const { invited: text } = useText(TEXT);
  const language = useLanguage();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const signUp = useChange(ownApi.signUp, {
    onDone: async (answer) => {
      await queries.cancelQueries({ queryKey: ME });
      enter('account' in answer ? answer.account?.id : undefined);
    },
  });
  const submit = () => {
    setTooShort(isTooShort(password));
    if (isTooShort(password)) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const person = { name: name.trim(), email: email.trim(), language, time_zone: timeZone };
    signUp.mutate({ ...person, password, invitation: secret });
  };
  return (
    <>
      <Form change={signUp} onSubmit={submit}>
        <EmailField label={text.email} value={email} onChange={setEmail} maxLength={254} autoFocus />
        <NameField label={text.name} value={name} onChange={setName} />
        <NewPasswordField label={text.password} value={password} onChange={setPassword} tooShort={tooShort} />
        <Button type="submit" variant="primary" wide busy={signUp.isPending || signUp.isSuccess}>
          {text.signUp}
        </Button>
      </Form>
      <p className="muted">
        {text.hasLogin} <Link href="/login?next=%2Finvitation">{text.logIn}</Link>
      </p>
    </>
  );
}
