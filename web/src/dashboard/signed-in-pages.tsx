/** The pages behind the log-in: finds out which account they are about, and has one page for each address. */

import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { ErrorState } from '../ui/error-state.tsx';
import { accountIn, pathIn } from './account.ts';
import { MayPage, MayProvider } from './may.tsx';
import { isNoAccount, type Me } from './own-api.ts';
import { PageWait } from './page.tsx';
import { ME, useMe } from './people/session.ts';
import { withSearch } from './people/sign-in/safe-next.ts';

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }));
const QuickStartPage = lazy(async () => ({
  default: (await import('./certificates/quick-start/quick-start-page.tsx')).QuickStartPage,
}));
const CertificatesPage = lazy(async () => ({
  default: (await import('./certificates/list/certificates-page.tsx')).CertificatesPage,
}));
const CertificatePage = lazy(async () => ({
  default: (await import('./certificates/certificate/certificate-page.tsx')).CertificatePage,
}));
const MembershipsPages = lazy(async () => ({
  default: (await import('./memberships/memberships-pages.tsx')).MembershipsPages,
}));
const KeysPage = lazy(async () => ({ default: (await import('./keys/keys-page.tsx')).KeysPage }));
const KeyReviewPage = lazy(async () => ({
  default: (await import('./keys/review/key-review-page.tsx')).KeyReviewPage,
}));
const UsagePage = lazy(async () => ({ default: (await import('./keys/usage/usage-page.tsx')).UsagePage }));
const AuditPage = lazy(async () => ({ default: (await import('./audit/audit-page.tsx')).AuditPage }));
const SettingsPage = lazy(async () => ({
  default: (await import('./people/settings/settings-page.tsx')).SettingsPage,
}));
const FactorNeededPage = lazy(async () => ({
  default: (await import('./people/settings/factor-needed-page.tsx')).FactorNeededPage,
}));
const PeoplePage = lazy(async () => ({
  default: (await import('./people/teams/people-page.tsx')).PeoplePage,
}));
const AccountPage = lazy(async () => ({
  default: (await import('./people/account/account-page.tsx')).AccountPage,
}));
const BatchPages = lazy(async () => ({
  default: (await import('./certificates/batches/batch-pages.tsx')).BatchPages,
}));
const WebhookPages = lazy(async () => ({
  default: (await import('./webhooks/webhook-pages.tsx')).WebhookPages,
}));
const WatchesPage = lazy(async () => ({ default: (await import('./watches/watches-page.tsx')).WatchesPage }));
const NoAccountPage = lazy(async () => ({ default: (await import('./no-account-page.tsx')).NoAccountPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));
const UnknownAccountPage = lazy(async () => ({
  default: (await import('./unknown-account-page.tsx')).UnknownAccountPage,
}));
const SsoJoinPage = lazy(async () => ({
  default: (await import('./people/sso/sso-join-page.tsx')).SsoJoinPage,
}));

export function SignedInPages() {
  const [location] = useLocation();
  const search = useSearch();
  const { data: me, error, isPending, refetch } = useMe();
  if (isPending || me === null) return <div className="page-wait" />;
  const named = accountIn(location);
  if (error && named !== undefined && isNoAccount(error)) return <UnknownAccountPage />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (me.account === null) return <NoAccountPage />;
  if (named === undefined && me.accounts.length > 1)
    return <Redirect to={withSearch(pathIn(me.account.id, location), search)} replace />;
  if (named !== undefined && named !== me.account.id) return <OtherAccount key={named} />;
  return (
    <Router base={named === undefined ? '' : `/${named}`}>
      <Pages key={me.account.id} me={me} />
    </Router>
  );
}

/** Data of one account is dropped before another account is shown. */
function OtherAccount() {
  const queries = useQueryClient();
  useEffect(() => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
    void queries.refetchQueries({ queryKey: ME });
  }, [queries]);
  return <div className="page-wait" />;
}

function Pages({ me }: { me: Me }) {
  const lacksFactor = me.account?.require_second_factor === true && !me.person.second_factor;
  const [setsUpFactor, setUpFactor] = useState(lacksFactor);
  if (lacksFactor && !setsUpFactor) setUpFactor(true);
  const isSuspended = me.account?.suspended_at != null;
  const allowed = useMemo(() => ({ scopes: me.scopes, isSuspended }), [me.scopes, isSuspended]);
  return (
    <MayProvider value={allowed}>
      <Shell>
        <Suspense fallback={<PageWait />}>
          <Switch>
            {setsUpFactor && (
              <Route>
                <FactorNeededPage onDone={() => setUpFactor(false)} />
              </Route>
            )}
            {me.key_review && <Route component={KeyReviewPage} />}
            <Route path="/" component={QuickStartPage} />
            <Route path="/certificates" component={CertificatesPage} />
            <Route path="/certificates/:id">{({ id }) => <CertificatePage id={id} />}</Route>
            <Route path="/memberships/*?">
              <MayPage act="readOverview">
                <MembershipsPages />
              </MayPage>
            </Route>
            <Route path="/keys">
              <MayPage act="listKeys">
                <KeysPage />
              </MayPage>
            </Route>
            <Route path="/batches/*?" component={BatchPages} />
            <Route path="/webhooks/*?">
              <MayPage act="listWebhooks">
                <WebhookPages />
              </MayPage>
            </Route>
            <Route path="/watches">
              <MayPage act="listWatches">
                <WatchesPage />
              </MayPage>
            </Route>
            <Route path="/usage">
              <MayPage act="getUsage">
                <UsagePage />
              </MayPage>
            </Route>
            <Route path="/audit">
              <MayPage act="listAuditEvents">
                <AuditPage />
              </MayPage>
            </Route>
            <Route path="/people">
              <MayPage act="listPeople">
                <PeoplePage />
              </MayPage>
            </Route>
            <Route path="/account" component={AccountPage} />
            <Route path="/sso-join" component={SsoJoinPage} />
            <Route path="/settings/*?" component={SettingsPage} />
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </Shell>
    </MayProvider>
  );
}
