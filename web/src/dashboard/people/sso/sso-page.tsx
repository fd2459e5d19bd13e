import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { ApiError, ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { ME, useSettings } from '../session.ts';
import { safeNext } from '../sign-in/safe-next.ts';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { takeNext } from './next-page.ts';
import { TEXT } from './text.ts';

/** The address to which the issuer sends the browser back. */
export function SsoPage() {
  const text = useText(TEXT);
  const { data: settings } = useSettings();
  const [, navigate] = useLocation();
  const finish = useChange((query: string) => ownApi.finishSso({ query }), {
    awaits: [ME],
    onDone: () => {
      const next = safeNext(`next=${encodeURIComponent(takeNext())}`);
      // The operator's pages are not part of the dashboard.
      if (/^\/operator\b/.test(next)) window.location.replace(next);
      else navigate(next, { replace: true });
    },
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code can be used only once, but an effect may run twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    finish.mutate(window.location.search || '?');
  }, [finish.mutate]);
  const { error } = finish;
  const isToJoin = error instanceof ApiError && error.code === 'sso_join_needed';
  return (
    <SignInFrame
      title={text.title(settings?.sso?.name ?? 'SSO')}
      intro={error === null && text.wait}
      foot={
        error !== null && (
          <Link href={isToJoin ? '/login?next=/sso-join' : '/login'}>
            {isToJoin ? text.logInFirst : text.back}
          </Link>
        )
      }
    >
      {error && <Note tone={isToJoin ? 'info' : 'bad'}>{error.message}</Note>}
    </SignInFrame>
  );
}
