/**
 * Serves `/w/confirm/{token}`, where the recipient confirms an address, and `/w/{code}`, where the recipient ends the
 * mails. Opening a page changes nothing, because mail filters open links too. Mail programs end the mails with one POST
 * and no cookie (RFC 8058), so the code in the address is the only proof that is required.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../../database/pool.ts';
import { noteEvent } from '../../../events/note-event.ts';
import type { App } from '../../../http/app.ts';
import { type Html, html } from '../../../http/pages/html.ts';
import { pageReader } from '../../../http/pages/reader.ts';
import type { WebAssets } from '../../../http/pages/web-assets.ts';
import type { Site } from '../../../http/site.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import { type PageParts, sendPage } from '../../public-page/send-page.ts';
import { answerAddress, findByCode, findByToken, type ReadAddress } from './pg-watch-addresses.ts';
import { WATCH_MAIL_WORDS } from './text.ts';

type Ports = { records: Pick<Database, 'query' | 'transaction'>; now: Clock };

const byToken = { hide: true, params: Type.Object({ token: Type.String() }) };
const byCode = { hide: true, params: Type.Object({ code: Type.String() }) };
const config = { costOf: () => 3 };

export function watchMailRoutes(app: App, ports: Ports, site: Site, assets: WebAssets): void {
  const parts = { site, assets };
  app.register(async (part: App) => {
    // The body that a mail program or a form sends is ignored; the address of the request is enough.
    part.removeAllContentTypeParsers();
    part.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) =>
      done(null),
    );
    confirmPages(part, ports, parts);
    stopPages(part, ports, parts);
  });
}

function confirmPages(app: App, { records, now }: Ports, parts: PageParts): void {
  const find = (token: string) => findByToken(records, sha256(token), now());
  app.get('/w/confirm/:token', { schema: byToken, config }, async (request, reply) => {
    const { token } = request.params;
    const found = await find(token);
    if (found === undefined) return sendNothing(parts, request, reply);
    return send(parts, request, reply, found, 'confirm', `/w/confirm/${token}`);
  });
  app.post('/w/confirm/:token', { schema: byToken, config }, async (request, reply) => {
    const found = await find(request.params.token);
    if (found === undefined || !(await answer({ records, now }, found, 'confirmed')))
      return sendNothing(parts, request, reply);
    return send(parts, request, reply, found, 'confirmed');
  });
}

function stopPages(app: App, { records, now }: Ports, parts: PageParts): void {
  app.get('/w/:code', { schema: byCode, config }, async (request, reply) => {
    const { code } = request.params;
    const found = await findByCode(records, code);
    if (found === undefined) return sendNothing(parts, request, reply);
    if (found.status === 'unsubscribed') return send(parts, request, reply, found, 'stopped');
    return send(parts, request, reply, found, 'stop', `/w/${code}`);
  });
  app.post('/w/:code', { schema: byCode, config }, async (request, reply) => {
    const found = await findByCode(records, request.params.code);
    if (found === undefined) return sendNothing(parts, request, reply);
    await answer({ records, now }, found, 'unsubscribed');
    return send(parts, request, reply, found, 'stopped');
  });
}

/** Stores the answer and notes an event for the account. False if another answer came first. */
function answer(
  { records, now }: Ports,
  { id, accountId, livemode }: ReadAddress,
  status: 'confirmed' | 'unsubscribed',
): Promise<boolean> {
  return records.transaction(async (query) => {
    const at = now();
    if ((await answerAddress({ query }, id, status, at)) === undefined) return false;
    const data = { id, object: 'watch_address', status };
    await noteEvent(query, { accountId, livemode }, { type: `watch_address.${status}`, data, at });
    return true;
  });
}

function send(
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { account }: ReadAddress,
  page: 'confirm' | 'confirmed' | 'stop' | 'stopped',
  action?: string,
) {
  const reader = pageReader(request);
  const words = WATCH_MAIL_WORDS[reader.language];
  const button = page === 'confirm' ? words.confirmButton : words.stopButton;
  const body = html`<section class="intro">
<h1>${words[page]}</h1>
<p>${words[`${page}How`](account)}</p>
</section>
${
  action !== undefined &&
  html`<form class="card look-up" method="post" action="${action}?lang=${reader.language}">
<button class="button button-primary" type="submit">${button}</button>
</form>`
}`;
  return sendIt(parts, request, reply, 200, words[page], body, action);
}

function sendNothing(parts: PageParts, request: FastifyRequest, reply: FastifyReply) {
  const words = WATCH_MAIL_WORDS[pageReader(request).language];
  const body = html`<section class="intro"><h1>${words.nothing}</h1><p>${words.nothingHow}</p></section>`;
  return sendIt(parts, request, reply, 404, words.nothing, body);
}

function sendIt(
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  title: string,
  body: Html,
  self?: string,
) {
  const reader = pageReader(request);
  return sendPage(parts, request, reply, {
    status,
    title,
    reader,
    self,
    body: html`<main class="page verify-page">${body}</main>`,
  });
}
