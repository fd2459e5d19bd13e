/**
 * A separate origin for uploaded files, where the operator names one: an uploaded page could attack nothing of ours
 * there.
 */

import type { App } from '../app.ts';
import { nothingHere } from '../errors.ts';

const FILES = /^\/files\//;

/** That host answers nothing but files, and no other host answers files. */
export function keepFilesApart(app: App, filesUrl: string | undefined): void {
  if (filesUrl === undefined) return;
  const { host } = new URL(filesUrl);
  app.addHook('onRequest', async (request) => {
    const isFilesHost = withoutDefaultPort(request.host) === host;
    if (isFilesHost !== FILES.test(request.url)) throw nothingHere();
  });
}

function withoutDefaultPort(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:(?:80|443)$/, '');
}
