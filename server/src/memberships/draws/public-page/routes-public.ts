/**
 * Serves `/draws/{account}`, which lists the sealed draws of a council, and `/draws/{account}/{number}`, which shows
 * one of them, also as JSON and with its sealed list. Draws of test mode have numbers such as `t1`.
 */

import { Type } from 'typebox';
import type { App } from '../../../http/app.ts';
import { html } from '../../../http/pages/html.ts';
import { type PageReader, pageReader } from '../../../http/pages/reader.ts';
import type { WebAssets } from '../../../http/pages/web-assets.ts';
import { refusals } from '../../../http/schema.ts';
import type { Site } from '../../../http/site.ts';
import { AppError } from '../../../kernel/errors.ts';
import { parseId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';
import { sendText } from '../../badges/send-text.ts';
import { councilBand, type ShownCouncil } from '../../public-page/council-band.ts';
import { findCouncil } from '../../public-page/pg-public-members.ts';
import { type PageParts, sendPage } from '../../public-page/send-page.ts';
import type { Draw } from '../draw.ts';
import { findPublicDraw, listPublicDraws, readDocument } from '../pg-draws.ts';
import { PublicDrawSchema, toPublicDraw } from './public-draw.ts';
import { DRAW_PAGE_WORDS } from './text.ts';
import { drawListBody, drawPageBody, noDrawBody } from './view.ts';

type PageTools = Pick<Tools, 'query'>;

const account = Type.Object({ account: Type.String() });
const params = Type.Object({ account: Type.String(), number: Type.String() });

/** The sealed list of a large council has some megabytes. */
const LIST_COST = 20;

export function drawPageRoutes(app: App, tools: PageTools, site: Site, assets: WebAssets): void {
  const parts = { site, assets };
  showList(app, tools, parts);
  showDraw(app, tools, parts);
  giveFacts(app, tools, site);
  giveDocument(app, tools);
}

type Found = { owner: Owner; council: ShownCouncil; draw: Draw };

async function findByAddress(
  { query }: PageTools,
  { account: named, number }: { account: string; number: string },
): Promise<Found | undefined> {
  const accountId = parseId('acct', named);
  const [, test, digits] = /^(t?)([1-9]\d{0,8})$/.exec(number) ?? [];
  if (accountId === undefined || digits === undefined) return undefined;
  const owner = { accountId, livemode: test === '' };
  const draw = await findPublicDraw(query, owner, Number(digits));
  const council = draw && (await findCouncil({ query }, accountId));
  return draw && council && { owner, council, draw };
}

function showList(app: App, tools: PageTools, parts: PageParts): void {
  app.get('/draws/:account', { schema: { hide: true, params: account } }, async (request, reply) => {
    const reader = pageReader(request);
    const accountId = parseId('acct', request.params.account);
    const council = accountId && (await findCouncil(tools, accountId));
    if (accountId === undefined || council === undefined)
      return sendPage(parts, request, reply, notFound(reader));
    const draws = await listPublicDraws(tools.query, accountId);
    const root = `/draws/${accountId}`;
    return sendPage(parts, request, reply, {
      status: 200,
      title: `${DRAW_PAGE_WORDS[reader.language].list} · ${council.name}`,
      reader,
      self: root,
      body: html`${councilBand(council)}\n${drawListBody(council.name, root, draws, reader)}`,
    });
  });
}

function showDraw(app: App, tools: PageTools, parts: PageParts): void {
  app.get('/draws/:account/:number', { schema: { hide: true, params } }, async (request, reply) => {
    const reader = pageReader(request);
    const found = await findByAddress(tools, request.params);
    if (found === undefined) return sendPage(parts, request, reply, notFound(reader));
    const { owner, council, draw } = found;
    const shown = await toPublicDraw(tools.query, owner, council.name, draw, parts.site.baseUrl);
    return sendPage(parts, request, reply, {
      status: 200,
      title: `${DRAW_PAGE_WORDS[reader.language].title(shown.number)} · ${council.name}`,
      reader,
      self: `/draws/${owner.accountId}/${request.params.number}`,
      body: html`${councilBand(council)}\n${drawPageBody(shown, reader)}`,
    });
  });
}

function giveFacts(app: App, tools: PageTools, { baseUrl }: Site): void {
  const response = { 200: PublicDrawSchema, ...refusals(400, 404, 414, 429, 500, 503) };
  app.get(
    '/draws/:account/:number.json',
    { schema: { hide: true, params, response } },
    async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
      const found = await findByAddress(tools, request.params);
      if (found === undefined) throw noDraw();
      const { owner, council, draw } = found;
      return toPublicDraw(tools.query, owner, council.name, draw, baseUrl);
    },
  );
}

/** Serves the sealed document, byte for byte as it was certified. */
function giveDocument(app: App, tools: PageTools): void {
  const config = { costOf: () => LIST_COST };
  app.get(
    '/draws/:account/:number/sealed.json',
    { schema: { hide: true, params }, config },
    async (request, reply) => {
      reply.header('access-control-allow-origin', '*');
      const found = await findByAddress(tools, request.params);
      const document = found && (await readDocument(tools.query, found.draw.id));
      if (document === undefined) throw noDraw();
      return sendText(request, reply, 'application/json', document, 'public, max-age=60');
    },
  );
}

function notFound(reader: PageReader) {
  const title = DRAW_PAGE_WORDS[reader.language].unknown;
  return { status: 404, title, reader, self: undefined, body: noDrawBody(reader) };
}

function noDraw(): AppError {
  return new AppError('not_found', {
    en: 'There is no sealed draw at this address.',
    es: 'No hay ningún sorteo sellado en esta dirección.',
  });
}
