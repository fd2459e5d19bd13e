/** The common part of logging in and out on pages that people enter with a mailed code. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { assertText } from '../../../http/text-rules.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import {
  type ActingOperation,
  type Answer,
  operationsWith,
  type Tools,
} from '../../../operations/operation.ts';
import { originOf } from '../../../people/login/person.ts';
import type { EntranceCookies } from '../../entrance-cookies.ts';
import { councilOf, PageParams } from '../member-operation.ts';
import { askForCode, type EntrancePorts, type Entrants, type Opened } from './enter-by-code.ts';

export const Email = Type.String({ minLength: 3, maxLength: 254 });

/** The common part of the log-in operation. Each page adds who logs in, and the means of doing so. */
export const ENTERING = {
  method: 'POST',
  path: '/session',
  scope: 'open',
  params: PageParams,
  refusals: [404, 'rate_limit_exceeded', 'invalid_token'],
} as const;

type EntrancePlace<One extends { id: string }> = {
  tag: string;
  operationIds: { mailCode: string; leave: string };
  cookies: EntranceCookies;
  entrants: Entrants<One>;
  /** Finds the session to which the browser's cookie belongs. */
  findSession(
    ports: EntrancePorts,
    site: { baseUrl: string },
    request: FastifyRequest,
  ): Promise<{ tokenHash: Uint8Array } | undefined>;
  closeSession(tools: Pick<Tools, 'query'>, tokenHash: Uint8Array): Promise<void>;
};

type Entrance = {
  mailCode: ActingOperation<EntrancePorts, undefined>;
  leave: ActingOperation<EntrancePorts, undefined>;
  /** The answer to a log-in that has just opened a session. */
  giveCookie(
    ports: EntrancePorts,
    asked: { baseUrl: string; request: FastifyRequest },
    accountId: AccountId,
    opened: Opened,
  ): Promise<Answer>;
};

export function entranceAt<One extends { id: string }>(place: EntrancePlace<One>): Entrance {
  const { cookies } = place;

  /** A new log-in closes the session of the browser's previous cookie, which prevents session fixation. */
  async function closeOwn(ports: EntrancePorts, baseUrl: string, request: FastifyRequest): Promise<void> {
    const before = await place.findSession(ports, { baseUrl }, request);
    if (before !== undefined)
      await ports.records.transaction((query) => place.closeSession({ query }, before.tokenHash));
  }

  return {
    mailCode: mailCode(place),
    leave: operation({
      method: 'DELETE',
      path: '/session',
      operationId: place.operationIds.leave,
      scope: 'open',
      tag: place.tag,
      summary: 'Leave',
      params: PageParams,
      answers: { 200: Type.Object({ logged_out: Type.Literal(true) }) },
      refusals: [404],
      act: async (ports, { params, baseUrl, request }) => {
        const { accountId } = await councilOf(ports.records, params);
        await closeOwn(ports, baseUrl, request);
        const headers = { 'set-cookie': cookies.clearSession(baseUrl, accountId) };
        return { status: 200, headers, body: { logged_out: true } };
      },
    }),
    async giveCookie(ports, { baseUrl, request }, accountId, { token, expiresAt }) {
      await closeOwn(ports, baseUrl, request);
      const headers = { 'set-cookie': cookies.setSession(baseUrl, accountId, token, expiresAt) };
      return { status: 200, headers, body: { opened: true, choose: [] } };
    },
  };
}

const operation = operationsWith<EntrancePorts, undefined>().acting;

function mailCode<One extends { id: string }>({ tag, operationIds, cookies, entrants }: EntrancePlace<One>) {
  return operation({
    method: 'POST',
    path: '/code',
    operationId: operationIds.mailCode,
    scope: 'open',
    tag,
    summary: 'Have a code mailed to enter with',
    params: PageParams,
    body: Type.Object({ email: Email }),
    answers: { 202: Type.Object({ sent: Type.Literal(true) }) },
    refusals: [404, 'rate_limit_exceeded', 'mail_not_configured'],
    act: async (ports, { params, body: { email }, baseUrl, language, request }) => {
      const { accountId } = await councilOf(ports.records, params);
      assertText('email', email, { maxChars: 254, multiline: false });
      const known = cookies.readBrowser(request.headers.cookie, baseUrl);
      const browser = known ?? Buffer.from(ports.randomBytes(32)).toString('base64url');
      const asked = { accountId, baseUrl, language, origin: originOf(request), email, browser };
      await askForCode(ports, entrants, asked);
      const headers = { 'set-cookie': cookies.setBrowser(baseUrl, accountId, browser, ports.now()) };
      return { status: 202, headers, body: { sent: true } };
    },
  });
}
