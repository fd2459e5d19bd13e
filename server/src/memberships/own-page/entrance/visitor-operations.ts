/** The operations to enter and leave a member's own page. */

import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { assertText, invalidField } from '../../../http/text-rules.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { type ActingOperation, operationsWith } from '../../../operations/operation.ts';
import { originOf } from '../../../people/login/person.ts';
import { fullName } from '../../members/full-name.ts';
import type { Member } from '../../members/member.ts';
import { councilOf, TAG } from '../member-operation.ts';
import { type EntrancePorts, enterByCode, type Opened } from './enter-by-code.ts';
import { Email, ENTERING, entranceAt } from './entrance-operations.ts';
import { enterByLink, MEMBERS } from './log-in.ts';
import { MEMBER_COOKIES } from './member-cookies.ts';
import { findMemberSession } from './member-session.ts';
import { closeSession } from './pg-sessions.ts';

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

const { mailCode, leave, giveCookie } = entranceAt({
  tag: TAG,
  operationIds: { mailCode: 'mailEntranceCode', leave: 'leaveOwnPage' },
  cookies: MEMBER_COOKIES,
  entrants: MEMBERS,
  findSession: findMemberSession,
  closeSession,
});

const enterOwnPage = operationsWith<EntrancePorts, undefined>().acting({
  ...ENTERING,
  operationId: 'enterOwnPage',
  tag: TAG,
  summary: 'Enter with a code or a link',
  body: EntryBody,
  answers: { 200: EntryAnswer },
  act: async (ports, asked) => {
    const { params, body, baseUrl, request } = asked;
    const { accountId } = await councilOf(ports.records, params);
    const found = await enter(ports, baseUrl, accountId, body, request);
    if ('choose' in found)
      return { status: 200, body: { opened: false, choose: found.choose.map(toChoice) } };
    return giveCookie(ports, asked, accountId, found);
  },
});

export const ENTRANCE_OPERATIONS: readonly ActingOperation<EntrancePorts, undefined>[] = [
  mailCode,
  enterOwnPage,
  leave,
];

async function enter(
  ports: EntrancePorts,
  baseUrl: string,
  accountId: AccountId,
  { email, code, link, member_id: chosenId }: Static<typeof EntryBody>,
  request: FastifyRequest,
): Promise<Opened | { choose: Member[] }> {
  if (link !== undefined) return enterByLink(ports, accountId, link, originOf(request));
  if (email === undefined || code === undefined)
    throw invalidField('`email` and `code`, or `link`,', 'must be given.', 'deben indicarse.');
  assertText('email', email, { maxChars: 254, multiline: false });
  const browser = MEMBER_COOKIES.readBrowser(request.headers.cookie, baseUrl);
  return enterByCode(ports, MEMBERS, accountId, { email, code, chosenId, browser }, originOf(request));
}

function toChoice(member: Member) {
  return { member_id: member.id, name: fullName(member), member_number: member.memberNumber };
}
