/** The frame of the member's own page, in the colours of the council. */

import type { App } from '../../http/app.ts';
import { html } from '../../http/pages/html.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { readLook } from '../council/pg-council.ts';
import { logoPath } from '../public-page/routes-public-logo.ts';
import { type FramePorts, sendCouncilFrame } from './council-frame.ts';
import { PageParams } from './member-operation.ts';

const NEEDS_SCRIPT = {
  en: 'This page needs JavaScript. Your council can give you what is on it on paper.',
  es: 'Esta página necesita JavaScript. Su consejo puede darle en papel lo que hay en ella.',
};

export function ownPageShell(app: App, ports: FramePorts, site: Site, assets: WebAssets): void {
  app.get('/my/:account', { schema: { hide: true, params: PageParams } }, (request, reply) =>
    sendCouncilFrame({ ...ports, site, assets }, request, reply, {
      account: request.params.account,
      entry: 'my-page',
      needsScript: NEEDS_SCRIPT,
      async readLook(accountId) {
        const { color, accent, logo } = await readLook(ports.records, accountId);
        const seal = logo === null ? '' : logoPath(accountId, logo);
        return html` data-color="${color}" data-accent="${accent}" data-logo="${seal}"`;
      },
    }),
  );
}
