/** The operations to enter and leave an organiser's desk. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { assertText } from '../../../../http/text-rules.ts';
import type { AccountId } from '../../../../kernel/ids.ts';
import { type ActingOperation, operationsWith } from '../../../../operations/operation.ts';
import { originOf } from '../../../../people/login/person.ts';
import { councilOf, PageParams } from '../../../own-page/member-operation.ts';
import { DESK_TAG } from '../desk-operation.ts';
import { type DeskSessionPorts, deskSessionOf } from './desk-session.ts';
import { askForDeskCode, type DeskEntrancePorts, enterDesk } from './enter-desk.ts';
import { ORGANIZER_COOKIES } from './organizer-cookies.ts';
import { closeDeskSession } from './pg-desk-sessions.ts';

const Email = Type.String({ minLength: 3, maxLength: 254 });

const EntryBody = Type.Object({
  email: Email,
  code: Type.String({ maxLength: 20 }),
  organizer_id: Type.Optional(Type.String({ maxLength: 40 })),
});

const EntryAnswer = Type.Object(
  {
    opened: Type.Boolean(),
    choose: Type.Array(Type.Object({ organizer_id: Type.String(), name: Type.String() }), {
      description: 'If the address is of several organisers: send the same code with one of these.',
    }),
  },
  { title: 'DeskEntry' },
);

export type DeskVisitorPorts = DeskEntrancePorts & DeskSessionPorts & Pick<DeskEntrancePorts, 'records'>;

const operation = operationsWith<DeskVisitorPorts, undefined>().acting;

export const DESK_ENTRANCE_OPERATIONS: readonly ActingOperation<DeskVisitorPorts, undefined>[] = [
  operation({
    method: 'POST',
    path: '/code',
    operationId: 'mailDeskCode',
    scope: 'open',
    tag: DESK_TAG,
    summary: 'Have a code mailed to enter with',
    params: PageParams,
    body: Type.Object({ email: Email }),
    answers: { 202: Type.Object({ sent: Type.Literal(true) }) },
    refusals: [404, 'rate_limit_exceeded', 'mail_not_configured'],
    act: async (ports, { params, body: { email }, baseUrl, language, request }) => {
      const { accountId } = await councilOf(ports.records, params);
      assertText('email', email, { maxChars: 254, multiline: false });
      const known = ORGANIZER_COOKIES.readBrowser(request.headers.cookie, baseUrl);
      const browser = known ?? Buffer.from(ports.randomBytes(32)).toString('base64url');
      const asked = { accountId, baseUrl, language, origin: originOf(request) };
      await askForDeskCode(ports, asked, email, browser);
      const headers = {
        'set-cookie': ORGANIZER_COOKIES.setBrowser(baseUrl, accountId, browser, ports.now()),
      };
      return { status: 202, headers, body: { sent: true } };
    },
  }),
  operation({
    method: 'POST',
    path: '/session',
    operationId: 'enterDesk',
    scope: 'open',
    tag: DESK_TAG,
    summary: 'Enter with a code',
    params: PageParams,
    body: EntryBody,
    answers: { 200: EntryAnswer },
    refusals: [404, 'rate_limit_exceeded', 'invalid_token'],
    act: async (ports, { params, body, baseUrl, request }) => {
      const { accountId } = await councilOf(ports.records, params);
      const { email, code, organizer_id: organizerId } = body;
      assertText('email', email, { maxChars: 254, multiline: false });
      const browser = ORGANIZER_COOKIES.readBrowser(request.headers.cookie, baseUrl);
      const found = await enterDesk(
        ports,
        accountId,
        { email, code, organizerId, browser },
        originOf(request),
      );
      if ('choose' in found) {
        const choices = found.choose.map(({ id, name }) => ({ organizer_id: id, name }));
        return { status: 200, body: { opened: false, choose: choices } };
      }
      const { token, expiresAt } = found;
      await closeOwn(ports, baseUrl, request);
      const cookie = ORGANIZER_COOKIES.setSession(baseUrl, accountId, token, expiresAt);
      return { status: 200, headers: { 'set-cookie': cookie }, body: { opened: true, choose: [] } };
    },
  }),
  operation({
    method: 'DELETE',
    path: '/session',
    operationId: 'leaveDesk',
    scope: 'open',
    tag: DESK_TAG,
    summary: 'Leave',
    params: PageParams,
    answers: { 200: Type.Object({ logged_out: Type.Literal(true) }) },
    refusals: [404],
    act: async (ports, { params, baseUrl, request }) => {
      const { accountId } = await councilOf(ports.records, params);
      await closeOwn(ports, baseUrl, request);
      return { status: 200, headers: clearing(baseUrl, accountId), body: { logged_out: true } };
    },
  }),
];

function clearing(baseUrl: string, accountId: AccountId) {
  return { 'set-cookie': ORGANIZER_COOKIES.clearSession(baseUrl, accountId) };
}

/** A new log-in closes the session of the browser's previous cookie, which prevents session fixation. */
async function closeOwn(ports: DeskVisitorPorts, baseUrl: string, request: FastifyRequest): Promise<void> {
  const before = await deskSessionOf(ports, { baseUrl }, request);
  if (before !== undefined)
    await ports.records.transaction((query) => closeDeskSession({ query }, before.tokenHash));
}
