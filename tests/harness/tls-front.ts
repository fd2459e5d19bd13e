/** A Sello behind https on loopback, with a self-signed certificate made for it. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { App } from '../../server/src/http/app.ts';

export type TlsFront = {
  /** `https://localhost:PORT`. */
  origin: string;
  /** For NODE_EXTRA_CA_CERTS. */
  certificateFile: string;
  /** Sets the handler of requests; until then, requests get no answer. */
  serve(app: App): void;
  close(): Promise<void>;
};

export async function openTlsFront(): Promise<TlsFront> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-tls-'));
  const certificateFile = path.join(folder, 'tls.crt');
  const keyFile = path.join(folder, 'tls.key');
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile, '-out', certificateFile],
  ]);
  let answering: App | undefined;
  const server = createServer(
    { key: await readFile(keyFile), cert: await readFile(certificateFile) },
    (request, response) =>
      answering === undefined ? response.destroy() : answering.routing(request, response),
  );
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificateFile,
    serve(app) {
      answering = app;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
