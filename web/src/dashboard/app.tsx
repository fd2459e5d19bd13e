/** The dashboard: data, language, login, and one page per address. */

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { browserLanguage, DEFAULT_TIME_ZONE, LocaleProvider } from '../i18n/language.tsx';
import { writePreference } from '../ui/preference.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { ModeProvider } from './mode.tsx';
import { ApiError, isLoggedOut, lacksRights } from './own-api.ts';
import { isStranger, ME, useChangeMe, useMe } from './people/session.ts';
import { loginBefore, safeNext } from './people/sign-in/safe-next.ts';

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
const SsoPage = lazy(async () => ({ default: (await import('./people/sign-in/pages.ts')).SsoPage }));
const InvitationPage = lazy(async () => ({
  default: (await import('./people/teams/invitation-page.tsx')).InvitationPage,
}));
const SignedInPages = lazy(async () => ({ default: (await loadSignedIn()).SignedInPages }));
const OperatorApp = lazy(async () => ({
  default: (await import('../operator/operator-app.tsx')).OperatorApp,
}));

/** The server serves this address only to operators. */
const isOperators = () => /^\/operator(?:\/|$)/.test(location.pathname);

/** All pages behind the log-in, in a file that the log-in page does not load. */
const loadSignedIn = () => import('./signed-in-pages.tsx');

// Loading begins before the server has said who is logged in. The component that shows the pages reports a failure.
if (!isStranger && !isOperators()) loadSignedIn().catch(() => undefined);

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
  const { data: me } = useMe();
  return me === null ? <Redirect to={loginBefore(location, search)} replace /> : <SignedInPages />;
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
  // After such an error, either the session has ended and `Inside` redirects to the login, or the person's role or a
  // rule of the account has changed.
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

/** After a client error, a repeated request would fail again; network failures and overload may pass. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 2 && !isFinal;
}
