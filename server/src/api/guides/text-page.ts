/** Serves a text of this repository as a page. Such texts exist only in English. */

import { marked } from 'marked';
import type { App } from '../../http/app.ts';
import { type Html, html, raw } from '../../http/pages/html.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { makeSendGuide } from './guide-page.ts';

type TextPage = {
  /** The address of the page. */
  self: string;
  /** The Markdown, which begins with its title. It is read at the first request, so that the server starts faster. */
  read(): string;
};

export function serveText(app: App, site: Site, assets: WebAssets, { self, read }: TextPage): void {
  const send = makeSendGuide(site, assets);
  let kept: { title: string; body: Html } | undefined;
  const page = () => {
    if (kept !== undefined) return kept;
    const [, title = '', text = ''] = /^# (.+)\n([\s\S]+)$/.exec(read()) ?? [];
    kept = { title, body: html`<h1>${title}</h1>\n${raw(marked.parse(text, { async: false }))}` };
    return kept;
  };
  app.get(self, { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, { self, ...page(), language: 'en' }),
  );
}
