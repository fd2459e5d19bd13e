/**
 * The page for a person who mistyped an address. Programs get the usual error as JSON. It shows no verdict, so that
 * nobody takes it for an invalid certificate.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../http/language.ts';
import { displayName, pageFrame } from '../http/pages/frame.ts';
import { pageHeaders } from '../http/pages/headers.ts';
import { html } from '../http/pages/html.ts';
import { pageReader } from '../http/pages/reader.ts';
import type { WebAssets } from '../http/pages/web-assets.ts';
import type { Site } from '../http/site.ts';
import { PAGE_WORDS } from '../proofs/public-page/text.ts';
import { topBar } from '../proofs/public-page/view.ts';

type Words = { title: string; because: string; dashboard: string; docs: string };

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    title: 'Aquí no hay ninguna página',
    because: 'La dirección puede estar incompleta o mal escrita. Desde aquí se llega a lo demás:',
    dashboard: 'Panel',
    docs: 'Referencia de la API',
  },
  en: {
    title: 'There is no page here',
    because: 'The address may be incomplete or mistyped. From here you can reach the rest:',
    dashboard: 'Dashboard',
    docs: 'API reference',
  },
};

/** Only programs call addresses below these. A browser that follows a link to one of them gets the plain error too. */
const FOR_PROGRAMS = /^\/(?:api|log|files|tsa)(?:[/?]|$)/;

/** Only browsers send `text/html` in Accept. */
export function isPersonLost({ method, headers, url }: FastifyRequest): boolean {
  const isLooking = method === 'GET' || method === 'HEAD';
  return isLooking && /\btext\/html\b/i.test(headers.accept ?? '') && !FOR_PROGRAMS.test(url);
}

export function sendWrongAddress(
  site: Site,
  assets: WebAssets,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const reader = pageReader(request);
  const words = WORDS[reader.language];
  const page = pageFrame({
    title: `${words.title} · ${displayName(site)}`,
    reader,
    entry: assets.entry('certificate-page'),
    icon: assets.icon,
    body: html`${topBar({ site, reader, words: PAGE_WORDS[reader.language] }, undefined)}
<main class="page">
<section class="intro">
<h1>${words.title}</h1>
<p>${words.because} <a href="/dashboard">${words.dashboard}</a> · <a href="/docs">${words.docs}</a></p>
</section>
</main>`,
  });
  return reply
    .code(404)
    .headers({ ...pageHeaders(site, request), 'cache-control': 'no-store' })
    .headers({ 'content-language': reader.language, vary: 'accept, accept-language, cookie' })
    .type('text/html; charset=utf-8')
    .send(page);
}
