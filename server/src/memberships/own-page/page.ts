/** The frame of the member's own page, in the colours of the council. */

import type { App } from '../../http/app.ts';
import { html } from '../../http/pages/html.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { readLook } from '../council/pg-council.ts';
import { logoPath } from '../public-page/routes-public-logo.ts';
import { councilFrame, type FramePorts } from './council-frame.ts';

const NEEDS_SCRIPT = {
  en: 'This page needs JavaScript. Your council can give you what is on it on paper.',
  es: 'Esta página necesita JavaScript. Su consejo puede darle en papel lo que hay en ella.',
};

export function ownPageShell(app: App, ports: FramePorts, site: Site, assets: WebAssets): void {
  councilFrame(app, ports, site, assets, {
    path: '/my/:account',
    entry: 'my-page',
    needsScript: NEEDS_SCRIPT,
    async readLook(records, accountId) {
      const { color, accent, logo } = await readLook(records, accountId);
      const seal = logo === null ? '' : logoPath(accountId, logo);
      return html` data-color="${color}" data-accent="${accent}" data-logo="${seal}"`;
    },
  });
}
