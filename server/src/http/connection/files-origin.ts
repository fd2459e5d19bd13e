/**
 * Keeps uploaded files on an origin of their own, if one is configured: a page that somebody uploaded cannot attack
 * our pages from there.
 */

import type { App } from '../app.ts';
import { nothingHere } from '../errors.ts';
import { hostOf, plainHost } from './request-host.ts';

const FILES = /^\/files\//;

/** Makes the host of `filesUrl` serve only files, and all other hosts no files. */
export function keepFilesApart(app: App, filesUrl: string | undefined): void {
  if (filesUrl === undefined) return;
  const filesHost = plainHost(new URL(filesUrl).host);
  app.addHook('onRequest', async (request) => {
    // The route is compared if there is one, because it is the same for `/%66iles/`.
    const isFile = FILES.test(request.routeOptions.url ?? request.url);
    if ((hostOf(request) === filesHost) !== isFile) throw nothingHere();
  });
}
