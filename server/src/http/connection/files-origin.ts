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
    // Compares the route if one was found, because `/%66iles/` has the same route as `/files/`.
    const isFile = FILES.test(request.routeOptions.url ?? request.url);
    if ((hostOf(request) === filesHost) !== isFile) throw nothingHere();
  });
}
