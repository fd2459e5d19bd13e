/** Serves `/docs/changes`: what has changed for callers in each release. */

import { readFileSync } from 'node:fs';
import type { App } from '../../http/app.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { serveText } from './text-page.ts';

const CHANGELOG = new URL('../../../../CHANGELOG.md', import.meta.url);

export function changesRoutes(app: App, site: Site, assets: WebAssets): void {
  serveText(app, site, assets, {
    self: '/docs/changes',
    read: () => changesForCallers(readFileSync(CHANGELOG, 'utf8')),
  });
}

/**
 * Takes from each release the part that is for callers. Links to files of the repository would lead nowhere here, so
 * only their text is kept.
 */
function changesForCallers(changelog: string): string {
  const releases = changelog.split(/^## /m).slice(1);
  const parts = releases.flatMap((release) => {
    const [version = ''] = release.split('\n', 1);
    const callers = release.split(/^### /m).find((part) => part.startsWith('For callers\n'));
    return callers === undefined ? [] : [`## ${version}\n${callers.slice('For callers\n'.length)}`];
  });
  const lead =
    'Newest first; “Next” lists changes that are not released yet but may already be in this server. What may change without notice, and how long before its removal a feature is announced, is in [Changes and deprecation](/docs/guides/changes).';
  return ['# Changes', lead, ...parts]
    .join('\n\n')
    .replaceAll(/\[([^[\]\n]*)\]\((?!https?:|\/)[^()[\]\s]*\)/g, '$1');
}
