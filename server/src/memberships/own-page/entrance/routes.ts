/** Getting in and out of a member's own page. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../../http/app.ts';
import { refusals } from '../../../http/schema.ts';
import type { Site } from '../../../http/site.ts';
import { assertText, invalidField } from '../../../http/text-rules.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { originOf } from '../../../people/login/person.ts';
import { fullName } from '../../members/full-name.ts';
import type { Member } from '../../members/member.ts';
import { councilOf, PageParams, type PagePorts } from '../council-of-page.ts';
import { askForCode, type EntrancePorts, enterByCode, enterByLink, type Opened } from './log-in.ts';
import { findMemberSession } from './member-session.ts';
import { closeSession } from './pg-sessions.ts';
import { clearMemberCookie, setMemberCookie } from './session-cookie.ts';

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

export const EntryAnswer = Type.Object(
  {
    opened: Type.Boolean(),
    choose: Type.Array(
      Type.Object({ member_id: Type.String(), name: Type.String(), member_number: Type.String() }),
      { description: 'Where the address is that of several: send the same code with one of them.' },
    ),
  },
  { title: 'MyEntry' },
);

export type EntranceRoutePorts = EntrancePorts & PagePorts;

export function entranceRoutes(app: App, ports: EntranceRoutePorts, site: Site): void {
  const sent = Type.Object({ sent: Type.Literal(true) });
  const codeSchema = {
    params: PageParams,
    body: Type.Object({ email: Email }),
    response: { 202: sent, ...refusals(404, 429) },
  };
  app.post('/code', { schema: codeSchema }, async (request, reply) => {
    const { accountId } = await councilOf(ports, request);
    const { email } = request.body;
    assertText('email', email, { maxChars: 254, multiline: false });
    await askForCode(ports, site.baseUrl, accountId, email, originOf(request));
    return reply.code(202).send({ sent: true });
  });
  enter(app, ports, site);
  leave(app, ports, site);
}

function enter(app: App, ports: EntranceRoutePorts, site: Site): void {
  const schema = {
    params: PageParams,
    body: EntryBody,
    response: { 200: EntryAnswer, ...refusals(404, 429) },
  };
  app.post('/session', { schema }, async (request, reply) => {
    const { accountId } = await councilOf(ports, request);
    const { email, code, link, member_id: memberId } = request.body;
    if (link !== undefined) {
      const opened = await enterByLink(ports, accountId, link, originOf(request));
      return giveCookie(ports, site, request, reply, accountId, opened);
    }
    if (email === undefined || code === undefined)
      throw invalidField('`email` and `code`, or `link`,', 'must be given.', 'deben indicarse.');
    assertText('email', email, { maxChars: 254, multiline: false });
    const found = await enterByCode(ports, accountId, { email, code, memberId }, originOf(request));
    if ('choose' in found) return { opened: false, choose: found.choose.map(toChoice) };
    return giveCookie(ports, site, request, reply, accountId, found);
  });
}

function leave(app: App, ports: EntranceRoutePorts, site: Site): void {
  const loggedOut = Type.Object({ logged_out: Type.Literal(true) });
  const schema = { params: PageParams, response: { 200: loggedOut, ...refusals(404) } };
  app.delete('/session', { schema }, async (request, reply) => {
    const { accountId } = await councilOf(ports, request);
    await closeOwn(ports, site, request);
    reply.header('set-cookie', clearMemberCookie(site.baseUrl, accountId));
    return { logged_out: true as const };
  });
}

/** Every entry gets a new token, and the session of the browser's cookie from before is closed (session fixation). */
async function giveCookie(
  ports: EntranceRoutePorts,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: AccountId,
  { token, expiresAt }: Opened,
) {
  await closeOwn(ports, site, request);
  reply.header('set-cookie', setMemberCookie(site.baseUrl, accountId, token, expiresAt));
  return { opened: true, choose: [] };
}

async function closeOwn(ports: EntranceRoutePorts, site: Site, request: FastifyRequest): Promise<void> {
  const before = await findMemberSession(ports, site, request);
  if (before !== undefined)
    await ports.records.transaction((query) => closeSession({ query }, before.tokenHash));
}

function toChoice(member: Member) {
  return { member_id: member.id, name: fullName(member), member_number: member.memberNumber };
}
