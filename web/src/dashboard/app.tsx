/** The dashboard: data, language, login, and one page per address. */

import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { browserLanguage, DEFAULT_TIME_ZONE, LocaleProvider } from '../i18n/language.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { writePreference } from '../ui/preference.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { accountIn, pathIn } from './account.ts';
import { ApiError, isLoggedOut, isNoAccount, lacksRights, type Me } from './api.ts';
import { MayPage, MayProvider } from './may.tsx';
import { ModeProvider } from './mode.tsx';
import { PageWait } from './page.tsx';
import { ME, useChangeMe, useMe } from './people/session.ts';
import { loginBefore, safeNext, withSearch } from './people/sign-in/safe-next.ts';

const ConfirmAddressPage = lazy(async () => ({
  default: (await import('./people/sign-in/pages.ts')).ConfirmAddressPage,
}));
const ConfirmSignUpPage = lazy(async () => ({
  default: (await import('./people/sign-in/pages.ts')).ConfirmSignUpPage,
}));
const ForgottenPasswordPage = lazy(async () => ({
  default: (await import('./people/sign-in/pages.ts')).ForgottenPasswordPage,
}));
const LoginPage = lazy(async () => ({ default: (await import('./people/sign-in/pages.ts')).LoginPage }));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('./people/sign-in/pages.ts')).ResetPasswordPage,
}));
const SignUpPage = lazy(async () => ({ default: (await import('./people/sign-in/pages.ts')).SignUpPage }));
const SsoJoinPage = lazy(async () => ({ default: (await import('./people/sign-in/pages.ts')).SsoJoinPage }));
const SsoPage = lazy(async () => ({ default: (await import('./people/sign-in/pages.ts')).SsoPage }));
/** Not for the log-in, which has no navigation. */
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
const InvitationPage = lazy(async () => ({
  default: (await import('./people/teams/invitation-page.tsx')).InvitationPage,
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
const NoAccountPage = lazy(async () => ({ default: (await import('./no-account-page.tsx')).NoAccountPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));

const UnknownAccountPage = lazy(async () => ({
  default: (await import('./unknown-account-page.tsx')).UnknownAccountPage,
}));

const OperatorApp = lazy(async () => ({
  default: (await import('../operator/operator-app.tsx')).OperatorApp,
}));

/** The server answers that address to operators alone. */
const isOperators = () => /^\/operator(?:\/|$)/.test(location.pathname);

export function App() {
  const [queries] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Localised>
        <ToastProvider>
          <ModeProvider>
            <Suspense fallback={<div className="page-wait" />}>
              {isOperators() ? (
                <OperatorApp />
              ) : (
                <Router base="/dashboard">
                  <Switch>
                    <Route path="/login">
                      <Outside>
                        <LoginPage />
                      </Outside>
                    </Route>
                    <Route path="/signup">
                      <Outside>
                        <SignUpPage />
                      </Outside>
                    </Route>
                    <Route path="/confirm-signup" component={ConfirmSignUpPage} />
                    <Route path="/forgotten-password" component={ForgottenPasswordPage} />
                    <Route path="/reset-password" component={ResetPasswordPage} />
                    <Route path="/sso" component={SsoPage} />
                    <Route path="/confirm-address" component={ConfirmAddressPage} />
                    <Route path="/invitation">
                      <InvitationPage />
                    </Route>
                    <Route>
                      <Inside />
                    </Route>
                  </Switch>
                </Router>
              )}
            </Suspense>
          </ModeProvider>
        </ToastProvider>
      </Localised>
    </QueryClientProvider>
  );
}

/** Pages behind the login. */
function Inside() {
  const [location] = useLocation();
  const search = useSearch();
  const { data: me, error, isPending, refetch } = useMe();
  if (me === null) return <Redirect to={loginBefore(location, search)} replace />;
  if (isPending) return <div className="page-wait" />;
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

/** What was read of one account is forgotten before another is shown. */
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
  return (
    <MayProvider value={me.scopes}>
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

/** Login and sign-up. Redirects people who are logged in already. */
function Outside({ children }: { children: ReactNode }) {
  const { data: me } = useMe();
  const search = useSearch();
  return me ? <Redirect to={safeNext(search)} replace /> : children;
}

function Localised({ children }: { children: ReactNode }) {
  const { data: me } = useMe();
  const [chosen, choose] = useState(browserLanguage);
  const change = useChangeMe();
  return (
    <LocaleProvider
      language={me?.person.language ?? chosen}
      timeZone={me?.person.time_zone ?? DEFAULT_TIME_ZONE}
      changeLanguage={(language) => {
        writePreference('language', language);
        choose(language);
        if (me) change.mutate({ language });
      }}
    >
      {children}
    </LocaleProvider>
  );
}

function makeQueryClient(): QueryClient {
  // The session has ended, so `Inside` redirects to the login; or the role or a rule of the account has changed.
  const followSession = (error: unknown) => {
    if (isLoggedOut(error)) queries.setQueryData(ME, null);
    if (lacksRights(error)) void queries.invalidateQueries({ queryKey: ME });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: followSession }),
    mutationCache: new MutationCache({ onError: followSession }),
    defaultOptions: { queries: { retry: isWorthAnotherTry, staleTime: 5_000 } },
  });
  return queries;
}

/** Client errors would only repeat; network failures and overload may pass. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 2 && !isFinal;
}
