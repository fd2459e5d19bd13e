/** The HTML of the member's own page: a frame with what the page may show before anybody logs in. */

import type { Database } from '../../database/pool.ts';
import type { App } from '../../http/app.ts';
import { pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { readLook } from '../council/pg-council.ts';
import { logoPath } from '../public-page/routes-public-logo.ts';
import { sendPage, UNLISTED } from '../public-page/send-page.ts';
import { MEMBER_PAGE_WORDS } from '../public-page/text.ts';
import { noPageBody } from '../public-page/view.ts';
import { PageParams } from './member-operation.ts';
import { readPageSettings } from './pg-page-settings.ts';

const NEEDS_SCRIPT = {
  en: 'This page needs JavaScript. Your council can give you what is on it on paper.',
  es: 'Esta página necesita JavaScript. Su consejo puede darle en papel lo que hay en ella.',
};

type OwnPageShellPorts = { records: Pick<Database, 'query'>; mail: Mailer | undefined };

export function ownPageShell(app: App, ports: OwnPageShellPorts, site: Site, assets: WebAssets): void {
  app.get('/my/:account', { schema: { hide: true, params: PageParams } }, async (request, reply) => {
    const reader = pageReader(request);
    const accountId = parseId('acct', request.params.account);
    const council = accountId && (await readPageSettings(ports.records, accountId));
    if (accountId === undefined || council === undefined)
      return sendPage({ site, assets }, request, reply, {
        status: 404,
        title: MEMBER_PAGE_WORDS[reader.language].verdict.unknown,
        reader,
        self: undefined,
        body: noPageBody('unknown', reader),
      });
    const { name, timeZone } = council;
    const { color, accent, logo } = await readLook(ports.records, accountId);
    const seal = logo === null ? '' : logoPath(accountId, logo);
    const page = pageFrame({
      title: name,
      reader,
      entry: assets.entry('my-page'),
      icon: assets.icon,
      body: html`<div id="app" data-account="${accountId}" data-council="${name}" data-color="${color}" data-accent="${accent}" data-logo="${seal}" data-time-zone="${timeZone}" data-mail="${ports.mail === undefined ? 'no' : 'yes'}"></div><noscript>${NEEDS_SCRIPT[reader.language]}</noscript>`,
    });
    return reply
      .headers({ ...pageHeaders(site, request), ...UNLISTED, vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
