/** Shows a guide as a page, in the frame that all guides share. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { PAGE_WORDS } from '../../proofs/public-page/text.ts';
import { topBar } from '../../proofs/public-page/view.ts';

type GuidePage = {
  self: string;
  title: string;
  body: Html;
  /** Set if the text exists only in that language. */
  language?: 'en';
  /** Whether the page shows a menu beside the text. */
  isWide?: boolean;
};

export function makeSendGuide(site: Site, assets: WebAssets) {
  return (request: FastifyRequest, reply: FastifyReply, page: GuidePage) => {
    const { self, title, body, language, isWide = false } = page;
    const reader = pageReader(request);
    const words = PAGE_WORDS[reader.language];
    const lang = language === undefined ? '' : html` lang="${language}"`;
    const text = pageFrame({
      title: `${title} · ${displayName(site)}`,
      reader,
      entry: assets.entry('guides'),
      icon: assets.icon,
      body: html`${topBar({ site, reader, words }, self)}\n<main class="page guide${isWide && ' reference'}"${lang}>\n${body}\n</main>`,
    });
    return reply
      .headers(pageHeaders(site, request))
      .headers({ 'content-language': language ?? reader.language, vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(text);
  };
}
