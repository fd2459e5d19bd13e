/** `/docs/guides`: the guides as pages, in the language of the reader, without scripts. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nothingHere } from '../../http/errors.ts';
import type { Language } from '../../http/language.ts';
import { html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { makeSendGuide } from './guide-page.ts';
import { GUIDES, type Guide, type GuideName, readGuide } from './guides.ts';

const WORDS: Readonly<Record<Language, { title: string; lead: string; reference: string; all: string }>> = {
  es: {
    title: 'Guías',
    lead: 'Paso a paso, con comandos que funcionan tal como están escritos.',
    reference: 'Referencia de la API',
    all: 'Todas las guías',
  },
  en: {
    title: 'Guides',
    lead: 'Step by step, with commands that work as they are written.',
    reference: 'API reference',
    all: 'All guides',
  },
};

export function guideRoutes(app: App, site: Site, assets: WebAssets): void {
  const kept = new Map<string, Promise<Guide>>();
  /** Each guide is rendered once, because neither its file nor the settings change while the server runs. */
  const guideIn = (language: Language, name: GuideName) => {
    const place = `${language}/${name}`;
    const guide = kept.get(place) ?? readGuide(site, assets, language, name);
    kept.set(place, guide);
    return guide;
  };
  const send = makeSendGuide(site, assets);

  app.get('/docs/guides', { schema: { hide: true } }, async (request, reply) => {
    const { language } = pageReader(request);
    const words = WORDS[language];
    const guides = await Promise.all(
      GUIDES.map(async (name) => ({ name, ...(await guideIn(language, name)) })),
    );
    const body = html`<h1>${words.title}</h1>
<p class="lead">${words.lead} <a href="/docs">${words.reference}</a></p>
<ol class="guide-list">
${guides.map(
  ({ name, title, summary }) =>
    html`<li><a href="/docs/guides/${name}?lang=${language}">${title}</a><p>${summary}</p></li>\n`,
)}</ol>`;
    return send(request, reply, { self: '/docs/guides', title: words.title, body });
  });

  const params = Type.Object({ name: Type.String() });
  app.get('/docs/guides/:name', { schema: { hide: true, params } }, async (request, reply) => {
    const name = GUIDES.find((known) => known === request.params.name);
    if (name === undefined) throw nothingHere();
    const { language } = pageReader(request);
    const { title, summary, body } = await guideIn(language, name);
    const article = html`<p class="back"><a href="/docs/guides?lang=${language}">${WORDS[language].all}</a></p>
<h1>${title}</h1>
<p class="lead">${summary}</p>
${body}`;
    return send(request, reply, { self: `/docs/guides/${name}`, title, body: article });
  });
}
