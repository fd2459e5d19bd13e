/** The HTML of an organiser's desk: a frame with what the page may show before anybody logs in. */

import type { Database } from '../../../database/pool.ts';
import type { App } from '../../../http/app.ts';
import { pageFrame } from '../../../http/pages/frame.ts';
import { pageHeaders } from '../../../http/pages/headers.ts';
import { html } from '../../../http/pages/html.ts';
import { pageReader } from '../../../http/pages/reader.ts';
import type { WebAssets } from '../../../http/pages/web-assets.ts';
import type { Site } from '../../../http/site.ts';
import { parseId } from '../../../kernel/ids.ts';
import type { Mailer } from '../../../people/mail/ports.ts';
import { PageParams } from '../../own-page/member-operation.ts';
import { readPageSettings } from '../../own-page/pg-page-settings.ts';
import { sendPage, UNLISTED } from '../../public-page/send-page.ts';
import { MEMBER_PAGE_WORDS } from '../../public-page/text.ts';
import { noPageBody } from '../../public-page/view.ts';

const NEEDS_SCRIPT = {
  en: 'This page needs JavaScript. You can also send your rosters to the council by mail.',
  es: 'Esta página necesita JavaScript. También puede enviar sus listas al consejo por correo.',
};

type DeskShellPorts = { records: Pick<Database, 'query'>; mail: Mailer | undefined };

/** `/o/` and the account: the page itself reads from its address what it shows. */
export function deskShell(app: App, ports: DeskShellPorts, site: Site, assets: WebAssets): void {
  app.get('/o/:account', { schema: { hide: true, params: PageParams } }, async (request, reply) => {
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
    const page = pageFrame({
      title: name,
      reader,
      entry: assets.entry('desk-page'),
      icon: assets.icon,
      body: html`<div id="app" data-account="${accountId}" data-council="${name}" data-time-zone="${timeZone}" data-mail="${ports.mail === undefined ? 'no' : 'yes'}"></div><noscript>${NEEDS_SCRIPT[reader.language]}</noscript>`,
    });
    return reply
      .headers({ ...pageHeaders(site, request), ...UNLISTED, vary: 'accept-language, cookie' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
