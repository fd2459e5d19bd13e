/**
 * `/docs`: the reference of the API as pages that need no script, made from the OpenAPI document. Only `/docs/try`
 * loads a program, with which people can try a call.
 */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nothingHere } from '../../http/errors.ts';
import type { Language } from '../../http/language.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { makeSendGuide } from '../guides/guide-page.ts';
import { readReference } from './description.ts';
import { readErrorCatalogue } from './error-catalogue.ts';
import { errorCodes, errorPage, errorTable } from './error-view.ts';
import { eventPage } from './event-view.ts';
import { frontView } from './front-view.ts';
import { inSpanish } from './in-spanish.ts';
import type { ReferenceView } from './operation-view.ts';
import { sectionName, sectionView } from './section-view.ts';
import { REFERENCE_WORDS } from './text.ts';

type Page = { title: string; body: Html };
type MakePage = (view: ReferenceView, name: string) => Page | Promise<Page>;

export function referenceRoutes(app: App, site: Site, assets: WebAssets): void {
  const send = makeSendGuide(site, assets);
  const viewIn = openViews(app, site);
  const kept = new Map<string, Promise<Page>>();
  /** Each page is made once per language, because its content never changes while the server runs. */
  const pageIn = async (language: Language, self: string, make: MakePage, name: string) => {
    const key = `${language} ${self}`;
    const page = kept.get(key) ?? viewIn(language).then((view) => makePage(view, self, make, name));
    // If the page does not exist, it is removed from the cache again, because anyone may request any number of such
    // pages.
    kept.set(key, page);
    page.catch(() => kept.delete(key));
    return page;
  };

  const params = Type.Object({ name: Type.Optional(Type.String()) });
  const serve = (path: string, make: MakePage) =>
    app.get(path, { schema: { hide: true, params } }, async (request, reply) => {
      const { name = '' } = request.params;
      const self = path.replace(':name', encodeURIComponent(name));
      const page = await pageIn(pageReader(request).language, self, make, name);
      return send(request, reply, { self, ...page, isWide: true });
    });
  serve('/docs', front);
  serve('/docs/errors', errors);
  serve('/docs/errors/:name', oneError);
  serve('/docs/events', events);
  serve('/docs/reference/:name', section);
}

/** Everything from which the pages are made is read at the first request, so that the server starts faster. */
function openViews(app: App, site: Site): (language: Language) => Promise<ReferenceView> {
  const read: Partial<Record<Language, Promise<ReferenceView['reference']>>> = {};
  return async (language) => {
    const { OPERATIONS: clients } = await import('@sello/sdk/source');
    const described = read[language] ?? readIn(language, app.swagger());
    read[language] = described;
    return { reference: await described, clients, site, language, words: REFERENCE_WORDS[language] };
  };
}

async function readIn(language: Language, document: object): Promise<ReferenceView['reference']> {
  return readReference(language === 'es' ? await inSpanish(document) : document);
}

async function makePage(view: ReferenceView, self: string, make: MakePage, name: string): Promise<Page> {
  const { title, body } = await make(view, name);
  return { title, body: inFrame(view, self, body) };
}

function front(view: ReferenceView): Page {
  return { title: view.words.title, body: frontView(view) };
}

async function errors(view: ReferenceView): Promise<Page> {
  return { title: view.words.errorsTitle, body: errorTable(view, await readErrorCatalogue(view.language)) };
}

async function oneError(view: ReferenceView, name: string): Promise<Page> {
  const code = errorCodes().find((known) => known === name);
  const entry = (await readErrorCatalogue(view.language)).get(name);
  if (code === undefined || entry === undefined) throw nothingHere();
  return { title: code, body: errorPage(view, code, entry) };
}

function events(view: ReferenceView): Page {
  return { title: view.words.eventsTitle, body: eventPage(view) };
}

function section(view: ReferenceView, name: string): Page {
  const found = view.reference.sections.find(({ slug }) => slug === name);
  if (found === undefined) throw nothingHere();
  return { title: sectionName(found, view.language), body: sectionView(view, found) };
}

/** Every page has the list of sections beside it. */
function inFrame({ reference, words, language }: ReferenceView, self: string, body: Html): Html {
  const link = (href: string, name: string) =>
    html`<li><a href="${href}?lang=${language}"${href === self && html` aria-current="page"`}>${name}</a></li>\n`;
  // In the HTML the menu comes last, so that readers on a phone need not scroll past it; a wide page shows it on the
  // left.
  return html`<p class="to-menu"><a href="#menu">${words.nav}</a></p>
<div class="reference-body">
${body}
</div>
<nav class="reference-menu" id="menu" aria-label="${words.nav}">
<ul>
${link('/docs', words.title)}${link('/docs/guides', words.guides)}${link('/docs/errors', words.errors)}${link('/docs/events', words.events)}${link('/docs/changes', words.changes)}</ul>
<ul>
${reference.sections.map((section) => link(`/docs/reference/${section.slug}`, sectionName(section, language)))}</ul>
</nav>`;
}
