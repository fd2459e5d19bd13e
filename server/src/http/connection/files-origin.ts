/**
 * A separate origin for uploaded files, if configured: an uploaded page could not attack our pages from there.
 */

import type { App } from '../app.ts';
import { nothingHere } from '../errors.ts';
import { hostOf, plainHost } from './request-host.ts';

const FILES = /^\/files\//;

/** That host serves only files, and no other host serves files. */
export function keepFilesApart(app: App, filesUrl: string | undefined): void {
  if (filesUrl === undefined) return;
  const filesHost = plainHost(new URL(filesUrl).host);
  app.addHook('onRequest', async (request) => {
    // By the route where there is one: it is the same for `/%66iles/`.
    const isFile = FILES.test(request.routeOptions.url ?? request.url);
    if ((hostOf(request) === filesHost) !== isFile) throw nothingHere();
  });
}
