/** The frame of an organiser's desk. */

import type { App } from '../../../http/app.ts';
import type { WebAssets } from '../../../http/pages/web-assets.ts';
import type { Site } from '../../../http/site.ts';
import { type FramePorts, sendCouncilFrame } from '../../own-page/council-frame.ts';
import { PageParams } from '../../own-page/member-operation.ts';

const NEEDS_SCRIPT = {
  en: 'This page needs JavaScript. You can also send your rosters to the council by mail.',
  es: 'Esta página necesita JavaScript. También puede enviar sus listas al consejo por correo.',
};

export function deskShell(app: App, ports: FramePorts, site: Site, assets: WebAssets): void {
  app.get('/o/:account', { schema: { hide: true, params: PageParams } }, (request, reply) =>
    sendCouncilFrame({ ...ports, site, assets }, request, reply, {
      account: request.params.account,
      entry: 'desk-page',
      needsScript: NEEDS_SCRIPT,
    }),
  );
}
