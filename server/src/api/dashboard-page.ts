/**
 * The dashboard's HTML: one page for all addresses below /dashboard and, for operators, below /operator. The router in
 * the browser decides what each address shows.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { displayName, pageFrame } from '../http/pages/frame.ts';
import { pageHeaders } from '../http/pages/headers.ts';
import { html } from '../http/pages/html.ts';
import { pageReader } from '../http/pages/reader.ts';
import type { Later, WebAssets } from '../http/pages/web-assets.ts';
import type { OperatorDoorPorts, OperatorSite } from '../operations/doors/operator.ts';
import { findPerson } from '../people/login/person.ts';
import { readSessionCookie } from '../people/login/session-cookie.ts';
import { sendWrongAddress } from './wrong-address-page.ts';

const NEEDS_SCRIPT = {
  en: 'The dashboard needs JavaScript. The API and the verification pages work without it.',
  es: 'El panel necesita JavaScript. La API y las páginas de verificación funcionan sin él.',
};

/** The modules that every page behind the log-in needs, and below them the module of its first page. */
const SIGNED_IN = ['src/dashboard/signed-in-pages.tsx', 'src/dashboard/shell/shell.tsx'];
const FIRST_PAGE = 'src/dashboard/certificates/quick-start/quick-start-page.tsx';
const NOTHING_LATER: Later = { imports: [], styles: [] };

export function dashboardPage(
  app: App,
  ports: OperatorDoorPorts,
  site: OperatorSite,
  assets: WebAssets,
): void {
  const name = displayName(site);
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const reader = pageReader(request);
    // Without a session cookie nobody is logged in, so the page need not ask the server.
    const isStranger = readSessionCookie(request.headers.cookie, site.baseUrl) === undefined;
    const later = isStranger || !isDashboard(request) ? NOTHING_LATER : laterOf(assets, request);
    const page = pageFrame({
      title: name,
      reader,
      entry: assets.entry('dashboard'),
      icon: assets.icon,
      head: html`<meta name="application-name" content="${name}">
${later.imports.map((href) => html`<link rel="modulepreload" fetchpriority="low" href="${href}">\n`)}${later.styles.map((href) => html`<link rel="preload" as="style" fetchpriority="low" href="${href}">\n`)}`,
      body: html`<div id="app"${isStranger && html` data-stranger`}></div><noscript>${NEEDS_SCRIPT[reader.language]}</noscript>`,
    });
    return reply
      .headers({ ...pageHeaders(site, request, { framesBlobs: true }), vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(page);
  };
  app.get('/dashboard', { schema: { hide: true } }, send);
  app.get('/dashboard/*', { schema: { hide: true } }, send);
  // For people who are logged in but are no operators, these addresses answer as if they did not exist.
  const sendToOperator = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await findPerson(ports, site, request);
    if (visit === undefined)
      return reply.header('cache-control', 'no-store').redirect('/dashboard/login', 303);
    const { person, session } = visit;
    const standing = await ports.operators.find(person.id, session.id, site.operators);
    return standing === undefined ? sendWrongAddress(site, assets, request, reply) : send(request, reply);
  };
  app.get('/operator', { schema: { hide: true } }, sendToOperator);
  app.get('/operator/*', { schema: { hide: true } }, sendToOperator);
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';

const isDashboard = (request: FastifyRequest) => pathOf(request).startsWith('/dashboard');

/**
 * The files that the router would otherwise request one after the other: the pages, their frame, one page. On a slow
 * connection each of these requests took more than half a second. The browser fetches them after the files of the entry
 * and after the request for the person, for which everything waits.
 */
function laterOf(assets: WebAssets, request: FastifyRequest): Later {
  const isFirst = /^\/dashboard\/?$/.test(pathOf(request));
  return assets.later('dashboard', isFirst ? [...SIGNED_IN, FIRST_PAGE] : SIGNED_IN);
}
