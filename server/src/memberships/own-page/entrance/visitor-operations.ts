/** The operations to enter and leave a member's own page. */

import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../../database/pool.ts';
import { assertText, invalidField } from '../../../http/text-rules.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { type ActingOperation, type Answer, operationsWith } from '../../../operations/operation.ts';
import { originOf } from '../../../people/login/person.ts';
import { fullName } from '../../members/full-name.ts';
import type { Member } from '../../members/member.ts';
import { councilOf, PageParams, TAG } from '../member-operation.ts';
import { askForCode, type EntrancePorts, enterByCode, enterByLink, type Opened } from './log-in.ts';
import { MEMBER_COOKIES } from './member-cookies.ts';
import { findMemberSession, type MemberSessionPorts } from './member-session.ts';
import { closeSession } from './pg-sessions.ts';

const Email = Type.String({ minLength: 3, maxLength: 254 });

const EntryBody = Type.Object(
  {
    email: Type.Optional(Email),
    code: Type.Optional(Type.String({ maxLength: 20 })),
    member_id: Type.Optional(Type.String({ maxLength: 40 })),
    link: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { description: '`email` and `code`, or `link`.' },
);

const EntryAnswer = Type.Object(
  {
    opened: Type.Boolean(),
    choose: Type.Array(
      Type.Object({ member_id: Type.String(), name: Type.String(), member_number: Type.String() }),
      { description: 'If several members share the address: send the same code with one of these.' },
    ),
  },
  { title: 'MyEntry' },
);

export type EntranceOperationPorts = EntrancePorts &
  MemberSessionPorts & {
    records: Pick<Database, 'query' | 'transaction'>;
  };

const operation = operationsWith<EntranceOperationPorts, undefined>().acting;

export const ENTRANCE_OPERATIONS: readonly ActingOperation<EntranceOperationPorts, undefined>[] = [
  operation({
    method: 'POST',
    path: '/code',
    operationId: 'mailEntranceCode',
    scope: 'open',
    tag: TAG,
    summary: 'Have a code mailed to enter with',
    params: PageParams,
    body: Type.Object({ email: Email }),
    answers: { 202: Type.Object({ sent: Type.Literal(true) }) },
    refusals: [404, 'rate_limit_exceeded', 'mail_not_configured'],
    act: async (ports, { params, body: { email }, baseUrl, request }) => {
      const { accountId } = await councilOf(ports.records, params);
      assertText('email', email, { maxChars: 254, multiline: false });
      const known = MEMBER_COOKIES.readBrowser(request.headers.cookie, baseUrl);
      const browser = known ?? Buffer.from(ports.randomBytes(32)).toString('base64url');
      await askForCode(ports, baseUrl, accountId, email, browser, originOf(request));
      const headers = { 'set-cookie': MEMBER_COOKIES.setBrowser(baseUrl, accountId, browser, ports.now()) };
      return { status: 202, headers, body: { sent: true } };
    },
  }),
  operation({
    method: 'POST',
    path: '/session',
    operationId: 'enterOwnPage',
    scope: 'open',
    tag: TAG,
    summary: 'Enter with a code or a link',
    params: PageParams,
    body: EntryBody,
    answers: { 200: EntryAnswer },
    refusals: [404, 'rate_limit_exceeded', 'invalid_token'],
    act: async (ports, { params, body, baseUrl, request }) => {
      const { accountId } = await councilOf(ports.records, params);
      const found = await enter(ports, baseUrl, accountId, body, request);
      if ('choose' in found)
        return { status: 200, body: { opened: false, choose: found.choose.map(toChoice) } };
      return giveCookie(ports, baseUrl, request, accountId, found);
    },
  }),
  operation({
    method: 'DELETE',
    path: '/session',
    operationId: 'leaveOwnPage',
    scope: 'open',
    tag: TAG,
    summary: 'Leave',
    params: PageParams,
    answers: { 200: Type.Object({ logged_out: Type.Literal(true) }) },
    refusals: [404],
    act: async (ports, { params, baseUrl, request }) => {
      const { accountId } = await councilOf(ports.records, params);
      await closeOwn(ports, baseUrl, request);
      const headers = { 'set-cookie': MEMBER_COOKIES.clearSession(baseUrl, accountId) };
      return { status: 200, headers, body: { logged_out: true } };
    },
  }),
];

async function enter(
  ports: EntranceOperationPorts,
  baseUrl: string,
  accountId: AccountId,
  { email, code, link, member_id: memberId }: Static<typeof EntryBody>,
  request: FastifyRequest,
): Promise<Opened | { choose: Member[] }> {
  if (link !== undefined) return enterByLink(ports, accountId, link, originOf(request));
  if (email === undefined || code === undefined)
    throw invalidField('`email` and `code`, or `link`,', 'must be given.', 'deben indicarse.');
  assertText('email', email, { maxChars: 254, multiline: false });
  const browser = MEMBER_COOKIES.readBrowser(request.headers.cookie, baseUrl);
  return enterByCode(ports, accountId, { email, code, memberId, browser }, originOf(request));
}

/**
 * Gives a new token at every log-in and closes the session of the browser's previous cookie, which prevents session
 * fixation.
 */
async function giveCookie(
  ports: EntranceOperationPorts,
  baseUrl: string,
  request: FastifyRequest,
  accountId: AccountId,
  { token, expiresAt }: Opened,
): Promise<Answer> {
  await closeOwn(ports, baseUrl, request);
  const headers = { 'set-cookie': MEMBER_COOKIES.setSession(baseUrl, accountId, token, expiresAt) };
  return { status: 200, headers, body: { opened: true, choose: [] } };
}

async function closeOwn(
  ports: EntranceOperationPorts,
  baseUrl: string,
  request: FastifyRequest,
): Promise<void> {
  const before = await findMemberSession(ports, { baseUrl }, request);
  if (before !== undefined)
    await ports.records.transaction((query) => closeSession({ query }, before.tokenHash));
}

function toChoice(member: Member) {
  return { member_id: member.id, name: fullName(member), member_number: member.memberNumber };
}
