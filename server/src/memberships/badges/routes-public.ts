/**
 * Serves what strangers need to check a badge: the badge, its issuer, its status list, and what the badge was given
 * for.
 */

import { bakePng } from '@sello/proof/badges';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import type { App } from '../../http/app.ts';
import { attachment } from '../../http/content-disposition.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { achievementPages } from './achievement-page.ts';
import { credentialJwt } from './badge-jwt.ts';
import { badgePage } from './badge-page.ts';
import { didDocument, parseIssuerName } from './issuer.ts';
import { CREDENTIAL_TYPE, JWT_TYPE, prefersJwt } from './operations.ts';
import { badgeKeys } from './pg-badge-keys.ts';
import { badgePicture, drawPicture } from './picture.ts';
import { makeStatusLists } from './publish-list.ts';
import { FOR_EVERYBODY, publishedCredential } from './published-badge.ts';
import { sendText } from './send-text.ts';

export type BadgeRoutePorts = Omit<Tools, 'query' | 'newId'> & { records: Database };

export function badgeRoutes(app: App, ports: BadgeRoutePorts, site: Site, assets: WebAssets): void {
  const tools = { ...ports, query: ports.records.query };
  giveBadges(app, tools);
  givePictures(app, tools);
  giveLists(app, tools, site);
  giveIssuers(app, tools, site);
  badgePage(app, tools, { site, assets });
  achievementPages(app, tools, { site, assets });
}

function giveBadges(app: App, tools: Omit<Tools, 'newId'>): void {
  const schema = { hide: true, params: Type.Object({ code: Type.String() }) };
  const give = async (request: FastifyRequest, reply: FastifyReply, code: string, isJwt: boolean) => {
    reply.headers(FOR_EVERYBODY);
    const credential = await publishedCredential(tools, code);
    const content = isJwt ? await credentialJwt(tools, credential) : credential;
    // Consent may end at any moment, so caches must ask again each time.
    return sendText(request, reply, isJwt ? JWT_TYPE : CREDENTIAL_TYPE, content, 'no-cache');
  };
  app.get('/b/:code.json', { schema }, async (request, reply) => {
    reply.header('vary', 'accept');
    return give(request, reply, request.params.code, prefersJwt(request.headers.accept));
  });
  app.get('/b/:code.jwt', { schema, config: { costOf: () => 2 } }, async (request, reply) =>
    give(request, reply, request.params.code, true),
  );
  app.get('/b/:code.png', { schema }, async (request, reply) => {
    reply.headers(FOR_EVERYBODY);
    const credential = await publishedCredential(tools, request.params.code);
    reply.header('content-disposition', attachment('badge.png'));
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('cache-control', 'no-cache').type('image/png');
    return reply.send(Buffer.from(bakePng(await badgePicture(tools, credential), credential)));
  });
}

/** Rendering a PNG costs about as much as ten pages. */
const PICTURE_COST = 10;

/** The address contains the picture's hash, so its content never changes. */
function givePictures(app: App, tools: Pick<Tools, 'query'>): void {
  const schema = { hide: true, params: Type.Object({ account: Type.String(), sha256: Type.String() }) };
  const config = { costOf: () => PICTURE_COST };
  app.get('/b/picture/:account/:sha256.png', { schema, config }, async (request, reply) => {
    reply.headers(FOR_EVERYBODY);
    const accountId = parseId('acct', request.params.account);
    const { sha256 } = request.params;
    const picture = accountId && (await drawPicture(tools, { accountId, sha256 }));
    if (picture === undefined) throw nothing('There is no picture here.', 'Aquí no hay ninguna imagen.');
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'public, max-age=86400, immutable').type('image/png');
    return reply.send(Buffer.from(picture));
  });
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
    // The list is computed for each answer. Caches keep it for a minute, so a revocation is visible everywhere after a
    // minute.
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

function nothing(en: string, es: string): AppError {
  return new AppError('not_found', { en, es }, { headers: FOR_EVERYBODY });
}
