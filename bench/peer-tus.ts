/** `@tus/server` with its own file store, as its documentation starts it. */

import './end-with-parent.ts';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolvePackage } from './peer-packages.ts';

type Tus = { Server: new (options: object) => { listen(options: object, ready: () => void): HttpServer } };
type TusFiles = { FileStore: new (options: { directory: string }) => object };

const options = JSON.parse(process.argv[2] ?? '{}') as { folder: string; packages: string };

// The place of installation is known only at run time.
const load = (name: string) => import(pathToFileURL(resolvePackage(options.packages, name)).href);
const { Server } = (await load('@tus/server')) as Tus;
const { FileStore } = (await load('@tus/file-store')) as TusFiles;

const datastore = new FileStore({ directory: path.join(options.folder, 'files') });
const server = new Server({ path: '/files', datastore });
const listening = server.listen({ port: 0, host: '127.0.0.1' }, () =>
  process.send?.({ port: (listening.address() as AddressInfo).port }),
);
