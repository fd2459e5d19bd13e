/** A council that sends mail, its organisers, and their people at their desks. */

import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { sha256 } from '../../server/src/kernel/sha256.ts';
import type { Role } from '../../server/src/people/teams/roles.ts';
import { cookieOf, type Person } from './dashboard-person.ts';
import { openMailingSello } from './mailing-sello.ts';
import { newEmail } from './own-page.ts';
import { openProgramCouncil, type ProgramCouncil } from './program-council.ts';
import { randomNetwork } from './random-network.ts';
import type { ReceivedMail } from './smtp-server.ts';
import { giveSeat } from './team.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

export type Desk = {
  /** As the browser sends it. */
  cookie: string;
  call(
    method: string,
    path: string,
    payload?: object | Buffer,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>;
  /** Sends a request, expects this status, and returns the body. */
  ask(method: string, path: string, status: number, payload?: object): Promise<TestAnswer['body']>;
};

export type DeskWorld = {
  sello: TestSello;
  council: ProgramCouncil;
  mails: ReceivedMail[];
  /** A new organiser with these fields, by default with an address that no other organiser has. */
  organizer(fields?: object): Promise<TestAnswer['body']>;
  /**
   * Makes a request without a session. Unless a cookie is given, each address uses the browser that asked for its first
   * code.
   */
  knock(
    method: string,
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>;
  /** Asks for a code for this address, and returns the code in the newest mail to it. */
  codeFor(email: string): Promise<string>;
  enter(email: string, organizerId?: string): Promise<Desk>;
  /** A new organiser, with a person logged in at its desk. */
  openDesk(fields?: object): Promise<Desk & { id: string; email: string }>;
  /** A course of this organiser, which the council has accredited. */
  courseOf(organizerId: string, fields?: object): Promise<TestAnswer['body']>;
  /** A new person of the council with this role. */
  join(role: Role): Promise<Person>;
  close(): Promise<void>;
};

/** The cookie of a session that was opened without a code, for servers that send no mail. */
export async function sitAtDesk(
  { database, ports }: TestSello,
  accountId: string,
  { id, emails: [email] }: { id: string; emails: string[] },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(ports.now().getTime() + 24 * 3_600_000);
  await database.query(
    `with known as (
       insert into organizer_browsers (organizer_id, token_hash, account_id, email_key, expires_at)
       values ($3, $1, $2, $4, $6))
     insert into organizer_sessions (token_hash, account_id, organizer_id, email_key, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [sha256(token), accountId, id, email, ports.now(), expires],
  );
  return `organizer=${token}`;
}

const COURSE = { title: 'Taller', starts_on: '2026-03-01', ends_on: '2026-03-05' };

export async function openDeskWorld(env: Record<string, string> = {}): Promise<DeskWorld> {
  const mailing = await openMailingSello(env);
  const { sello, mails } = mailing;
  const council = await openProgramCouncil(sello);
  const root = `/api/o/${council.accountId}`;
  const browsers = new Map<string, string>();
  const world: DeskWorld = {
    sello,
    council,
    mails,
    async organizer(fields = {}) {
      const wanted = { name: 'Hospital de Ejemplo', emails: [newEmail()], ...fields };
      return (await council.ask('POST', '/organizers', 201, wanted)).organizer;
    },
    async knock(method, path, payload, headers = {}) {
      const email = String(payload && 'email' in payload ? payload.email : '').toLowerCase();
      const browser = browsers.get(email);
      const answer = await sello.call(method, root + path, {
        headers: { ...(browser !== undefined && { cookie: browser }), ...headers },
        from: randomNetwork(),
        ...(payload !== undefined && { payload }),
      });
      if (path === '/code' && answer.status === 202 && headers.cookie === undefined)
        browsers.set(email, cookieOf(answer));
      return answer;
    },
    async codeFor(email) {
      const sent = await world.knock('POST', '/code', { email });
      expect([sent.status, sent.body], sent.text).toEqual([202, { sent: true }]);
      await sello.ports.aside.settled();
      const mail = mails.findLast(({ to }) => to.includes(email));
      const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1];
      if (code === undefined) throw new Error(`no code was mailed to ${email}`);
      return code;
    },
    async enter(email, organizerId) {
      const code = await world.codeFor(email);
      const wanted = { email, code, ...(organizerId && { organizer_id: organizerId }) };
      return deskWith(sello, root, await world.knock('POST', '/session', wanted));
    },
    async openDesk(fields = {}) {
      const { id, emails } = await world.organizer(fields);
      return { id, email: emails[0], ...(await world.enter(emails[0])) };
    },
    async courseOf(organizerId, fields = {}) {
      const points = [{ category: 'emc', points: 10 }];
      const wanted = { ...COURSE, points, organizer_id: organizerId, ...fields };
      const { id } = (await council.ask('POST', '/courses', 201, wanted)).course;
      return (await council.ask('POST', `/courses/${id}/accredit`, 200, {})).course;
    },
    async join(role) {
      const person = await mailing.signUp();
      await sello.ports.accounts.close(person.account.id, sello.ports.now(), OPERATOR);
      await giveSeat(sello, council.accountId, person, role);
      return person;
    },
    close: () => mailing.close(),
  };
  return world;
}

function deskWith(sello: TestSello, root: string, entered: TestAnswer): Desk {
  expect([entered.status, entered.body?.opened], entered.text).toEqual([200, true]);
  const cookie = cookieOf(entered);
  const call: Desk['call'] = (method, path, payload, headers = {}) =>
    sello.call(method, root + path, {
      headers: { cookie, ...headers },
      ...(payload !== undefined && { payload }),
    });
  return {
    cookie,
    call,
    async ask(method, path, status, payload) {
      const answer = await call(method, path, payload);
      expect(answer.status, answer.text).toBe(status);
      return answer.body;
    },
  };
}
