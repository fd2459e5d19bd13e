/**
 * The stage for ten people and an operator: a service with mail, one without, one with single sign-on, and a browser.
 */

import { afterAll, beforeAll, expect } from 'vitest';
import type { Role } from '../../server/src/people/teams/roles.ts';
import { openBrowser, type PageOptions, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { DASHBOARD, signUp } from '../harness/dashboard-person.ts';
import { newVisitor, signUpByMail } from '../harness/dashboard-visitor.ts';
import { type HttpFront, openHttpFront } from '../harness/http-front.ts';
import { callerWith, freshAddress, secretOf, signUpWith } from '../harness/invitations.ts';
import { CLIENT, type OidcIssuer, openOidcIssuer } from '../harness/oidc-issuer.ts';
import { asOperator, type TestOperator } from '../harness/operator.ts';
import { openSmtpServer, type SmtpServer } from '../harness/smtp-server.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

/** A person in the account, who uses a browser or only calls. */
export type Seated = {
  role: Role;
  email: string;
  page?: TestPage;
  // biome-ignore lint/suspicious/noExplicitAny: a record as it comes over the wire.
  call(method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
};

export type Stage = {
  sello: TestSello;
  base: string;
  oidc: OidcIssuer;
  operator: TestOperator;
  openPage(options?: PageOptions): Promise<TestPage>;
  /** Signs up by mail and becomes the owner of a new account. */
  openAccount(name: string): Promise<Seated & { page: TestPage; password: string; accountId: string }>;
  /** The link that was mailed to this address. */
  mailedLink(email: string): Promise<string>;
  /** Sends an invitation where no mail is configured, and accepts it with the link that the inviter is shown. */
  joinWithoutMail(inviter: TestPage, role: Role): Promise<Seated>;
  /** Accepts a mailed invitation using only calls. */
  joinByMail(inviter: Seated, role: Role): Promise<Seated>;
  /** The service whose people log in through the issuer. */
  openIssuer(accountId: string, roles: string): Promise<string>;
};

export function openTenPeople(): { readonly now: Stage } {
  let stage: Stage | undefined;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    stage = await open(ends);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return {
    get now() {
      if (stage === undefined) throw new Error('the stage opens with the first test');
      return stage;
    },
  };
}

async function open(ends: (() => Promise<unknown>)[]): Promise<Stage> {
  const kept = async <T extends { close(): Promise<unknown> }>(opening: Promise<T>): Promise<T> => {
    const opened = await opening;
    ends.push(() => opened.close());
    return opened;
  };
  const smtp = await kept(openSmtpServer());
  const oidc = await kept(openOidcIssuer());
  const front = await kept(openHttpFront());
  const ssoFront = await kept(openHttpFront());
  const base = addressOf(front);
  const sello = await kept(
    openTestSello({
      SELLO_BASE_URL: base,
      SELLO_SMTP_URL: smtp.url,
      SELLO_MAIL_FROM: 'no-reply@example.com',
    }),
  );
  const silent = await sello.another({ SELLO_SMTP_URL: '', SELLO_MAIL_FROM: '' });
  ends.push(() => silent.close());
  front.serve(sello.app);
  const browser: TestBrowser = await kept(openBrowser());
  // The first person of a service that only its own machine can reach; this person operates it.
  const operator = asOperator(sello, await signUp(silent));
  const openPage: Stage['openPage'] = (options) => browser.openPage({ baseUrl: base, ...options });
  return {
    sello,
    base,
    oidc,
    operator,
    openPage,
    mailedLink: (email) => mailedLink(smtp, email),
    async openAccount(name) {
      const page = await openPage({ language: 'en-US' });
      const { email, password } = await signUpByMail(page, base, smtp, newVisitor(name));
      const seated = seatedAt(page, base, 'owner', email);
      const { account } = (await seated.call('GET', '/me')).body;
      return { ...seated, page, password, accountId: account.id };
    },
    async joinWithoutMail(inviter, role) {
      const email = freshAddress();
      const answer = await silent.call('POST', `${DASHBOARD}/people/invitations`, {
        payload: { email, role },
        headers: { cookie: await cookiesOf(inviter) },
      });
      expect(answer.status, answer.text).toBe(201);
      return joined(silent, secretOf(answer), email, role);
    },
    async joinByMail(inviter, role) {
      const email = freshAddress();
      const invited = await inviter.call('POST', '/people/invitations', { email, role });
      expect(invited.status).toBe(201);
      const link = await mailedLink(smtp, email);
      return joined(sello, link.split('#')[1] ?? '', email, role);
    },
    async openIssuer(accountId, roles) {
      const sso = await sello.another({
        SELLO_BASE_URL: addressOf(ssoFront),
        SELLO_OIDC_ISSUER: oidc.issuer,
        SELLO_OIDC_CLIENT_ID: CLIENT.id,
        SELLO_OIDC_CLIENT_SECRET: CLIENT.secret,
        SELLO_OIDC_NAME: 'Universidad',
        SELLO_OIDC_ACCOUNT: accountId,
        SELLO_OIDC_ROLE_CLAIM: 'groups',
        SELLO_OIDC_ROLES: roles,
      });
      ends.push(() => sso.close());
      ssoFront.serve(sso.app);
      oidc.serve(sso.config.baseUrl, sso.config.baseUrl);
      return sso.config.baseUrl;
    },
  };
}

/** The person whose browser is this page. */
export function seatedAt(
  page: TestPage,
  base: string,
  role: Role,
  email: string,
): Seated & { page: TestPage } {
  return {
    role,
    email,
    page,
    async call(method, path, body) {
      const answer = await page.request.fetch(`${base}${DASHBOARD}${path}`, {
        method,
        ...(body !== undefined && { data: body }),
        timeout: 0,
      });
      const text = await answer.text();
      return { status: answer.status(), body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

async function joined(sello: TestSello, secret: string, email: string, role: Role): Promise<Seated> {
  const answer = await signUpWith(sello, secret, email, { name: `Persona ${role}` });
  expect(answer.status, answer.text).toBe(201);
  return { role, email, call: callerWith(sello, answer) };
}

function addressOf({ port }: HttpFront): string {
  return `http://localhost:${port}`;
}

async function cookiesOf(page: TestPage): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Mails are sent after the answer. */
async function mailedLink({ mails }: SmtpServer, email: string): Promise<string> {
  const find = () =>
    mails
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => /\/dashboard\/invitation#[\w-]+/.exec(text)?.[0])
      .findLast((link) => link !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}
