import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { NotFoundPage } from '../../not-found-page.tsx';
import { ownApi } from '../../own-api.ts';
import { Page, PageWait } from '../../page.tsx';
import { useChange } from '../../use-change.ts';
import { useMe, useSettings } from '../session.ts';
import { TEXT } from './text.ts';

const JOIN = ['sso-join'] as const;

/**
 * After a login without the issuer, asks whether the person with the same address at the issuer may log in as this
 * person.
 */
export function SsoJoinPage() {
  const text = useText(TEXT);
  const { data: me } = useMe();
  const { data: settings } = useSettings();
  const { data, error, refetch } = useQuery({ queryKey: JOIN, queryFn: ownApi.getSsoJoin });
  const [, navigate] = useLocation();
  const join = useChange((agrees: boolean) => ownApi.joinSso({ agrees }), {
    onDone: () => navigate('/', { replace: true }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined || !me || settings === undefined) return <PageWait />;
  if (settings.sso === undefined) return <NotFoundPage />;
  if (!data.waits) {
    return (
      <Page title={text.joinTitle(settings.sso.name)}>
        <Note tone="info">{text.nothing}</Note>
        <Link href="/">{text.home}</Link>
      </Page>
    );
  }
  const { name } = settings.sso;
  return (
    <Page title={text.joinTitle(name)}>
      <p>{text.join(name, me.person.email)}</p>
      {join.error && <Note tone="bad">{join.error.message}</Note>}
      <div className="row">
        <Button variant="primary" busy={join.isPending} onClick={() => join.mutate(true)}>
          {text.agree}
        </Button>
        <Button onClick={() => join.mutate(false)}>{text.refuse}</Button>
      </div>
    </Page>
  );
}
