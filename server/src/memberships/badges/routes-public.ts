/** What strangers need to check a badge: the badge, its issuer, its status list, and what it was given for. */

import { createHash } from 'node:crypto';
import { bakePng } from '@sello/proof/badges';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database, TransactionQuery } from '../../database/pool.ts';
import type { App } from '../../http/app.ts';
import { attachment } from '../../http/content-disposition.ts';
import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tools } from '../operations/operation.ts';
import { didDocument, parseIssuerName } from './issuer.ts';
import { CREDENTIAL_TYPE } from './operations.ts';
import { badgeKeys } from './pg-badge-keys.ts';
import { findPublishedBadge } from './pg-badges.ts';
import { badgePicture } from './picture.ts';
import { makeStatusLists } from './publish-list.ts';

export type BadgeRoutePorts = Omit<Tools, 'query' | 'newId'> & { records: Database };

/** The answers do not depend on who asks, so any page may read them (and `*` excludes cookies). */
const FOR_EVERYBODY = { 'access-control-allow-origin': '*', 'x-robots-tag': 'noindex, nofollow' };

export function badgeRoutes(app: App, ports: BadgeRoutePorts, site: Pick<Site, 'baseUrl'>): void {
  const tools = { ...ports, query: queryOf(ports.records) };
  giveBadges(app, tools);
  giveLists(app, tools, site);
  giveIssuers(app, tools, site);
}

export function queryOf(records: Pick<Database, 'query'>): TransactionQuery {
  return (text, params = [], name = '') => records.query(name, text, params);
}

function giveBadges(app: App, tools: Pick<Tools, 'query'>): void {
  const schema = { hide: true, params: Type.Object({ code: Type.String() }) };
  app.get('/b/:code.json', { schema }, async (request, reply) => {
    reply.headers(FOR_EVERYBODY);
    const credential = await publishedCredential(tools, request.params.code);
    // Consent may end at any moment, so nobody keeps it without asking.
    return sendText(request, reply, CREDENTIAL_TYPE, credential, 'no-cache');
  });
  app.get('/b/:code.png', { schema }, async (request, reply) => {
    reply.headers(FOR_EVERYBODY);
    const credential = await publishedCredential(tools, request.params.code);
    reply.header('content-disposition', attachment('badge.png'));
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('cache-control', 'no-cache').type('image/png');
    return reply.send(Buffer.from(bakePng(await badgePicture(), credential)));
  });
}

/** 404 for a code that is none, and while the page of the member is not public; 410 once consent has ended. */
async function publishedCredential(tools: Pick<Tools, 'query'>, code: string): Promise<string> {
  const badge = /^[0-9A-Za-z]{22}$/.test(code) ? await findPublishedBadge(tools, code) : undefined;
  if (badge === undefined) throw noBadge();
  if (!badge.hasConsent || badge.credential === undefined) throw badgeGone();
  if (!badge.isPublic) throw noBadge();
  return badge.credential;
}

function giveLists(app: App, tools: Omit<Tools, 'newId'>, { baseUrl }: Pick<Site, 'baseUrl'>): void {
  const lists = makeStatusLists();
  const schema = { hide: true, params: Type.Object({ account: Type.String(), list: Type.String() }) };
  app.get('/status/:account/:list', { schema, config: { costOf: () => 3 } }, async (request, reply) => {
    reply.headers(FOR_EVERYBODY);
    const owner = parseIssuerName(request.params.account);
    const isNumber = /^[1-9]\d{0,5}$/.test(request.params.list);
    const list =
      owner && isNumber ? await lists.read(tools, owner, Number(request.params.list), baseUrl) : undefined;
    if (list === undefined) throw nothing('There is no such status list.', 'No hay tal lista de estado.');
    // Worked out for this answer: whoever keeps it for a minute knows of a revocation within that minute.
    return sendText(request, reply, CREDENTIAL_TYPE, list, 'public, max-age=60');
  });
}

function giveIssuers(app: App, tools: Pick<Tools, 'query'>, { baseUrl }: Pick<Site, 'baseUrl'>): void {
  const schema = { hide: true, params: Type.Object({ account: Type.String() }) };
  app.get('/i/:account/did.json', { schema }, async (request, reply) => {
    reply.headers(FOR_EVERYBODY);
    const owner = parseIssuerName(request.params.account);
    const keys = owner === undefined ? [] : await badgeKeys(tools, owner);
    if (owner === undefined || keys.length === 0)
      throw nothing('Nobody issues badges here.', 'Nadie emite insignias aquí.');
    const document = JSON.stringify(didDocument(baseUrl, owner, keys));
    return sendText(request, reply, 'application/did+json', document, 'public, max-age=60');
  });
}

export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
  cacheControl: string,
) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.headers({ etag, 'cache-control': cacheControl });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply
    .type(type)
    .serializer((body: unknown) => body as string)
    .send(text);
}

function noBadge(): AppError {
  return nothing('There is no badge at this address.', 'No hay ninguna insignia en esta dirección.');
}

function nothing(en: string, es: string): AppError {
  return new AppError('not_found', { en, es }, { headers: FOR_EVERYBODY });
}

function badgeGone(): AppError {
  return new AppError(
    'gone',
    {
      en: 'The holder of this badge no longer wishes to show it.',
      es: 'La persona titular de esta insignia ya no desea mostrarla.',
    },
    { headers: FOR_EVERYBODY },
  );
}
