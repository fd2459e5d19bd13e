/** A Sello whose people log in at an issuer, and a browser that follows them there and back. */

import type { Environment } from '../../server/src/settings.ts';
import { cookieOf, DASHBOARD } from './dashboard-person.ts';
import { CLIENT, type OidcIssuer, type OidcUser, openOidcIssuer } from './oidc-issuer.ts';
import { openTestSello, type TestAnswer, type TestSello } from './test-sello.ts';

export type SsoWorld = {
  sello: TestSello;
  oidc: OidcIssuer;
  /** Logs in, from the button to the end. `cookie`: the cookie of the browser in which it begins. */
  logIn(user: OidcUser, cookie?: string): Promise<TestAnswer>;
  begin(again?: boolean, cookie?: string): Promise<{ location: string; cookie: string }>;
  finish(query: string, cookie: string): Promise<TestAnswer>;
  /** The status of a call that needs a session. */
  status(cookie: string): Promise<number>;
  close(): Promise<void>;
};

/** `settings` gets the database's first account, which exists before anybody logs in. */
export async function openSsoWorld(
  settings: (account: string) => Environment = (account) => ({ SELLO_OIDC_ACCOUNT: account }),
): Promise<SsoWorld> {
  const oidc = await openOidcIssuer();
  const first = await openTestSello();
  const { account } = await first.newAccount();
  const sello = await first.another({
    SELLO_BASE_URL: 'http://127.0.0.1:3000',
    SELLO_OIDC_ISSUER: oidc.issuer,
    SELLO_OIDC_CLIENT_ID: CLIENT.id,
    SELLO_OIDC_CLIENT_SECRET: CLIENT.secret,
    SELLO_OIDC_NAME: 'Acme',
    ...settings(account.id),
  });
  oidc.serve(sello.config.baseUrl, await sello.listen());

  const post = (path: string, payload: object, cookie: string) =>
    sello.call('POST', `${DASHBOARD}${path}`, { payload, headers: { cookie } });
  const begin: SsoWorld['begin'] = async (again = false, cookie = '') => {
    const answer = await post('/sso', { again }, cookie);
    if (answer.status !== 200) throw new Error(`no login: ${answer.text}`);
    return { location: answer.body.location, cookie: cookieOf(answer) };
  };
  const finish: SsoWorld['finish'] = (query, cookie) => post('/sso/finish', { query }, cookie);
  return {
    sello,
    oidc,
    begin,
    finish,
    async logIn(user, cookie = '') {
      oidc.user = user;
      const begun = await begin(false, cookie);
      return finish(await oidc.visit(begun.location), [begun.cookie, cookie].filter(Boolean).join('; '));
    },
    async status(cookie) {
      return (await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).status;
    },
    async close() {
      await first.close();
      await oidc.close();
    },
  };
}

/** The session of an answer, if it opened one. */
export function sessionOf({ headers }: TestAnswer): string | undefined {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0] ?? '')
    .find((pair) => /^(__Host-)?session=./.test(pair));
}

export function verified(name: string, more: Partial<OidcUser> = {}): OidcUser {
  return { sub: `subject-${name}`, email: `${name}@acme.example`, email_verified: true, name, ...more };
}
