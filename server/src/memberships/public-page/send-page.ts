/**
 * Sends a public page about memberships in the reader's language. It is never cached and not listed by search engines.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { type Share, shareTags } from '../../http/pages/share.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { PAGE_WORDS } from '../../proofs/public-page/text.ts';
import { topBar } from '../../proofs/public-page/view.ts';

/** The address is a secret that its holders share, so it goes into no search index and no referrer. */
export const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

export type PageParts = { site: Site; assets: WebAssets };

export function sendPage(
  { site, assets }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    status: number;
    title: string;
    reader: PageReader;
    self: string | undefined;
    body: Html;
    share?: Share;
  },
) {
  const { status, title, reader, self, body, share } = page;
  const text = pageFrame({
    title: `${title} · ${displayName(site)}`,
    reader,
    entry: assets.entry('certificate-page'),
    icon: assets.icon,
    head: share && shareTags(site, assets, reader.language, share),
    body: html`${topBar({ site, reader, words: PAGE_WORDS[reader.language] }, self)}\n${body}`,
  });
  return reply
    .code(status)
    .headers({ ...pageHeaders(site, request), ...UNLISTED, 'cache-control': 'private, no-store' })
    .headers({ 'content-language': reader.language, vary: 'accept-language, cookie' })
    .type('text/html; charset=utf-8')
    .send(text);
}
