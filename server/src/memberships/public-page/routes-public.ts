/** Serves `/m/{code}`, the public page of a member (also as JSON), and `/m?account=`, the look-up for hospitals. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { councilBand } from './council-band.ts';
import { findCouncil } from './pg-public-members.ts';
import { PublicMemberSchema } from './public-member.ts';
import { lookUpMember, readPublicMember } from './read-public-member.ts';
import { publicLogoRoute } from './routes-public-logo.ts';
import { type PageParts, sendPage, UNLISTED } from './send-page.ts';
import { MEMBER_PAGE_WORDS } from './text.ts';
import { lookUpBody, memberPageBody, noPageBody } from './view.ts';

type PageTools = Pick<Tools, 'query' | 'now'>;

/**
 * How much one look-up costs. With the usual limit, a network has some forty tries a minute, so guessing numbers and
 * surnames is slow.
 */
const LOOK_UP_COST = 30;

const params = Type.Object({ code: Type.String() });

export function memberPageRoutes(app: App, tools: PageTools, site: Site, assets: WebAssets): void {
  const parts = { site, assets };
  showPage(app, tools, parts);
  giveFacts(app, tools, site);
  showForm(app, tools, parts);
  takeForm(app, tools);
  publicLogoRoute(app, tools);
}

function showPage(app: App, tools: PageTools, parts: PageParts): void {
  app.get('/m/:code', { schema: { hide: true, params } }, async (request, reply) => {
    const { code } = request.params;
    const reader = pageReader(request);
    const found = await readPublicMember(tools, code, parts.site.baseUrl);
    const words = MEMBER_PAGE_WORDS[reader.language];
    if (typeof found === 'string')
      return sendPage(parts, request, reply, {
        status: found === 'gone' ? 410 : 404,
        title: words.verdict[found],
        reader,
        self: undefined,
        body: noPageBody(found, reader),
      });
    const { member, council } = found;
    return sendPage(parts, request, reply, {
      status: 200,
      title: `${member.name} · ${member.valid ? words.verdict.valid : words.verdict.invalid}`,
      reader,
      self: `/m/${code}`,
      share: { kind: 'member', title: `${member.name} · ${member.council}`, path: `/m/${code}` },
      body: html`${councilBand(council)}\n${memberPageBody(member, reader)}`,
    });
  });
}

function giveFacts(app: App, tools: PageTools, { baseUrl }: Site): void {
  const response = { 200: PublicMemberSchema, ...refusals(400, 404, 414, 429, 500, 503) };
  app.get('/m/:code.json', { schema: { hide: true, params, response } }, async (request, reply) => {
    reply.headers({ ...UNLISTED, 'access-control-allow-origin': '*', 'cache-control': 'private, no-store' });
    const found = await readPublicMember(tools, request.params.code, baseUrl);
    if (found === 'gone') throw pageGone();
    if (found === 'unknown') throw noPage();
    return found.member;
  });
}

function showForm(app: App, tools: PageTools, parts: PageParts): void {
  const querystring = Type.Object({
    account: Type.Optional(Type.String()),
    found: Type.Optional(Type.String()),
  });
  app.get('/m', { schema: { hide: true, querystring } }, async (request, reply) =>
    sendForm(tools, parts, request, reply, request.query.account ?? '', request.query.found === 'nobody'),
  );
}

/**
 * The look-up is sent as a form, so that neither number nor surname appears in an address, because addresses are
 * logged. The answer redirects to another page, which can be reloaded without sending the form again.
 */
function takeForm(app: App, tools: PageTools): void {
  app.register(async (part: App) => {
    part.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    );
    const field = Type.String({ maxLength: 200 });
    const body = Type.Object({ account: field, number: field, surname: field });
    const config = { costOf: () => LOOK_UP_COST };
    part.post('/m', { schema: { hide: true, body }, config }, async (request, reply) => {
      const code = await lookUpMember(tools, request.body);
      const account = parseId('acct', request.body.account);
      const { language } = pageReader(request);
      const nobody = account === undefined ? '/m?' : `/m?account=${account}&found=nobody&`;
      return reply
        .headers({ ...UNLISTED, 'cache-control': 'private, no-store' })
        .redirect(`${code === undefined ? nobody : `/m/${code}?`}lang=${language}`, 303);
    });
  });
}

async function sendForm(
  tools: PageTools,
  parts: PageParts,
  request: Parameters<typeof sendPage>[1],
  reply: Parameters<typeof sendPage>[2],
  account: string,
  isAnswer: boolean,
) {
  const reader = pageReader(request);
  const words = MEMBER_PAGE_WORDS[reader.language];
  const accountId = parseId('acct', account);
  const council = accountId && (await findCouncil(tools, accountId));
  if (accountId === undefined || council === undefined)
    return sendPage(parts, request, reply, {
      status: 404,
      title: words.verdict.unknown,
      reader,
      self: undefined,
      body: noPageBody('unknown', reader),
    });
  return sendPage(parts, request, reply, {
    status: isAnswer ? 404 : 200,
    title: words.lookUp,
    reader,
    self: `/m?account=${accountId}`,
    body: html`${councilBand(council)}\n${lookUpBody({ account: accountId, council: council.name, isAnswer }, reader)}`,
  });
}

function noPage(): AppError {
  const text = {
    en: 'There is no public page at this address.',
    es: 'No hay ninguna página pública en esta dirección.',
  };
  return new AppError('not_found', text, { headers: UNLISTED });
}

function pageGone(): AppError {
  const text = {
    en: 'The person whose page this was no longer wishes to show it.',
    es: 'La persona titular de esta página ya no desea mostrarla.',
  };
  return new AppError('gone', text, { headers: UNLISTED });
}
