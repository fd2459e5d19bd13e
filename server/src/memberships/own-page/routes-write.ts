/** What a member does on their page: activities, renewals, consent, public page, contact, corrections. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nullable, oneOf, refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { parseId } from '../../kernel/ids.ts';
import { originOf } from '../../people/login/person.ts';
import { changeMember } from '../members/change-member.ts';
import { LOCALES, PUBLIC_FIELDS } from '../members/member.ts';
import { findMembership } from '../membership/pg-memberships.ts';
import { membershipNotFound } from '../membership/refusals.ts';
import { requestRenewal } from '../renewals/request-renewal.ts';
import { type ChangePorts, changeAsMember } from './change-as-member.ts';
import { askForNewAddress, type ContactPorts, confirmNewAddress } from './change-contact.ts';
import { councilOf, PageParams, type PagePorts } from './council-of-page.ts';
import { sessionOf, whoOf } from './entrance/member-session.ts';
import { giveConsent, withdrawConsent } from './give-consent.ts';

export const Done = Type.Object({ done: Type.Literal(true) }, { title: 'MyDone' });
export const DONE = { done: true } as const;

export const PageAndId = Type.Object({ account: Type.String(), id: Type.String() });

export type WriteRoutePorts = PagePorts & ChangePorts & ContactPorts;

export function ownWriteRoutes(app: App, ports: WriteRoutePorts, site: Site): void {
  consent(app, ports);
  profile(app, ports);
  email(app, ports, site);
  renewal(app, ports);
}

function consent(app: App, ports: WriteRoutePorts): void {
  const body = Type.Object({ notice_version: Type.String({ minLength: 1, maxLength: 100 }) });
  const schema = { params: PageParams, body, response: { 200: Done, ...refusals(404, 409) } };
  app.put('/consent', { schema }, async (request) => {
    const { privacyNotice } = await councilOf(ports, request);
    await changeAsMember(ports, (tools) =>
      giveConsent(tools, whoOf(request), sessionOf(request), privacyNotice, request.body.notice_version),
    );
    return DONE;
  });
  const gone = { params: PageParams, response: { 200: Done, ...refusals(404, 409) } };
  app.delete('/consent', { schema: gone }, async (request) => {
    await changeAsMember(ports, (tools) => withdrawConsent(tools, whoOf(request), sessionOf(request)));
    return DONE;
  });
}

function profile(app: App, ports: WriteRoutePorts): void {
  const body = Type.Object({
    phone: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
    locale: Type.Optional(oneOf(LOCALES)),
    public_profile: Type.Optional(Type.Boolean()),
    public_fields: Type.Optional(
      Type.Array(oneOf(PUBLIC_FIELDS), { uniqueItems: true, maxItems: PUBLIC_FIELDS.length }),
    ),
  });
  const schema = { params: PageParams, body, response: { 200: Done, ...refusals(404, 409) } };
  app.patch('/me', { schema }, async (request) => {
    // Picked one by one: what else stands in the body is not for members to change.
    const { phone, locale, public_profile, public_fields } = request.body;
    const wanted = {
      ...(phone !== undefined && { phone }),
      ...(locale !== undefined && { locale }),
      ...(public_profile !== undefined && { public_profile }),
      ...(public_fields !== undefined && { public_fields }),
    };
    await changeAsMember(ports, (tools) => changeMember(tools, whoOf(request), ownId(request), wanted));
    return DONE;
  });
}

function email(app: App, ports: WriteRoutePorts, { baseUrl }: Site): void {
  const council = async (request: FastifyRequest) => {
    const { name, accountId } = await councilOf(ports, request);
    return { name, url: `${baseUrl}/my/${accountId}` };
  };
  const asked = {
    params: PageParams,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: { 202: Type.Object({ sent: Type.Literal(true) }), ...refusals(404, 429) },
  };
  app.post('/email', { schema: asked }, async (request, reply) => {
    const { email: wanted } = request.body;
    const from = await council(request);
    await askForNewAddress(ports, whoOf(request), sessionOf(request), from, wanted, originOf(request));
    return reply.code(202).send({ sent: true });
  });
  const confirmed = {
    params: PageParams,
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    response: { 200: Done, ...refusals(404, 409, 429) },
  };
  app.post('/email/confirm', { schema: confirmed }, async (request) => {
    const { code } = request.body;
    const from = await council(request);
    await confirmNewAddress(ports, whoOf(request), sessionOf(request), from, code, originOf(request));
    return DONE;
  });
}

function renewal(app: App, ports: WriteRoutePorts): void {
  const response = { 201: Done, ...refusals(404, 409, 422) };
  app.post(
    '/memberships/:id/renewal',
    { schema: { params: PageAndId, response } },
    async (request, reply) => {
      await assertOwnMembership(ports, request, request.params.id);
      await changeAsMember(ports, (tools) => requestRenewal(tools, whoOf(request), request.params.id, {}));
      return reply.code(201).send(DONE);
    },
  );
}

/** Somebody else's membership is the 404 of an unknown one. */
async function assertOwnMembership(
  { records }: Pick<PagePorts, 'records'>,
  request: FastifyRequest,
  named: string,
): Promise<void> {
  const id = parseId('mbs', named);
  const found = id && (await findMembership(records, whoOf(request), id));
  if (found?.memberId !== ownId(request)) throw membershipNotFound();
}

export function ownId(request: FastifyRequest) {
  return sessionOf(request).member.id;
}
