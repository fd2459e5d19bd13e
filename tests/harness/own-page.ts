/** A council that sends mail, and members who log in to their own pages. */

import { expect } from 'vitest';
import type { Environment } from '../../server/src/settings.ts';
import { cookieOf, type Person } from './dashboard-person.ts';
import { openMailingSello } from './mailing-sello.ts';
import { type Council, openCouncil } from './memberships.ts';
import { randomNetwork } from './random-network.ts';
import type { ReceivedMail } from './smtp-server.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

export type Visit = {
  /** As the browser sends it. */
  cookie: string;
  call(
    method: string,
    path: string,
    payload?: object | Buffer,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>;
};

export type OwnPageWorld = {
  sello: TestSello;
  council: Council;
  mails: ReceivedMail[];
  /** A person of the dashboard. */
  signUp(): Promise<Person>;
  /**
   * Makes a request without a session. Unless a cookie is given, each address uses the browser that asked for its first
   * code.
   */
  ask(method: string, path: string, payload?: object, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Asks for a code for this address, and returns the code in the newest mail to it. */
  codeFor(email: string): Promise<string>;
  /** The cookie of the browser that asked for the first code of this address. */
  browserOf(email: string): string;
  enterByCode(email: string, memberId?: string): Promise<Visit>;
  enterByLink(memberId: string): Promise<Visit>;
  /** The token of a link to this member's page, which follows the # in its address. */
  linkOf(memberId: string): Promise<string>;
  close(): Promise<void>;
};

let count = 0;

/** An address that no other test uses. */
export function newEmail(): string {
  count += 1;
  return `doctora${count}.${Date.now().toString(36)}@example.com`;
}

export async function openOwnPageWorld(env: Environment = {}): Promise<OwnPageWorld> {
  const mailing = await openMailingSello(env);
  const { sello, mails } = mailing;
  const council = await openCouncil(sello);
  const root = `/api/my/${council.accountId}`;
  const browsers = new Map<string, string>();
  const ask: OwnPageWorld['ask'] = async (method, path, payload, headers = {}) => {
    const email = String(payload && 'email' in payload ? payload.email : '')
      .trim()
      .toLowerCase();
    const browser = browsers.get(email);
    const answer = await sello.call(method, root + path, {
      headers: { ...(browser !== undefined && { cookie: browser }), ...headers },
      from: randomNetwork(),
      ...(payload !== undefined && { payload }),
    });
    if (path === '/code' && answer.status === 202 && headers.cookie === undefined)
      browsers.set(email, cookieOf(answer));
    return answer;
  };
  const visitWith = (answer: TestAnswer): Visit => {
    expect([answer.status, answer.body?.opened], answer.text).toEqual([200, true]);
    const cookie = cookieOf(answer);
    return {
      cookie,
      call: (method, path, payload, headers = {}) =>
        sello.call(method, root + path, {
          headers: { cookie, ...headers },
          ...(payload !== undefined && { payload }),
        }),
    };
  };
  const world: OwnPageWorld = {
    sello,
    council,
    mails,
    signUp: mailing.signUp,
    ask,
    async codeFor(email) {
      const sent = await ask('POST', '/code', { email });
      expect([sent.status, sent.body], sent.text).toEqual([202, { sent: true }]);
      await sello.ports.aside.settled();
      const mail = mails.findLast(({ to }) => to.includes(email));
      const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1];
      if (code === undefined) throw new Error(`no code was mailed to ${email}`);
      return code;
    },
    browserOf: (email) => browsers.get(email) ?? '',
    async enterByCode(email, memberId) {
      const code = await world.codeFor(email);
      return visitWith(
        await ask('POST', '/session', { email, code, ...(memberId && { member_id: memberId }) }),
      );
    },
    async linkOf(memberId) {
      const { access_link } = await council.must('POST', `/members/${memberId}/access-link`, {});
      return new URL(access_link.url).hash.replace('#link=', '');
    },
    async enterByLink(memberId) {
      return visitWith(await ask('POST', '/session', { link: await world.linkOf(memberId) }));
    },
    close: () => mailing.close(),
  };
  return world;
}

export const PDF = Buffer.from('%PDF-1.7 una constancia');

/** Sends a file; returns the id of the evidence. */
export async function sendEvidence(visit: Visit, content = PDF): Promise<string> {
  const sent = await visit.call('POST', '/evidence', content, {
    'content-type': 'application/pdf',
    'x-file-name': encodeURIComponent('constancia ñ.pdf'),
  });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.evidence_id;
}

/** An activity of ten points in a program of `RULES`. */
export async function newReport(world: OwnPageWorld, visit: Visit, programId: string) {
  return {
    evidence_id: await sendEvidence(visit),
    program_id: programId,
    title: 'Congreso Nacional',
    provider: 'Sociedad de Ejemplo',
    completed_on: world.council.today(-3),
    hours: 10,
    category: 'emc',
    points: 10,
  };
}
