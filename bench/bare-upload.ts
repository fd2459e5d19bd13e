/** The minimum cost of an upload: hash and write a raw body in 1 MiB batches, sync once, rename. */

import './end-with-parent.ts';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const open = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);
const close = promisify(fs.close);
const rename = promisify(fs.rename);

const BATCH_BYTES = 1 << 20;

const { folder } = JSON.parse(process.argv[2] ?? '{}') as { folder: string };
let uploads = 0;

const server = createServer(async (request, response) => {
  const temporary = path.join(folder, `incoming-${uploads++}`);
  const descriptor = await open(temporary, 'wx', 0o600);
  const sha256 = await receive(request, descriptor);
  await fdatasync(descriptor);
  await close(descriptor);
  await rename(temporary, path.join(folder, sha256));
  const body = JSON.stringify({ sha256 });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

/** One batch is being written while the next one fills. */
function receive(body: IncomingMessage, descriptor: number): Promise<string> {
  const hash = createHash('sha256');
  let batch: Buffer[] = [];
  let batchBytes = 0;
  let written: Promise<unknown> = Promise.resolve();
  const handOver = () => {
    const chunks = batch;
    batch = [];
    batchBytes = 0;
    written = written.then(() => writev(descriptor, chunks));
  };
  return new Promise((resolve, reject) => {
    body.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes < BATCH_BYTES) return;
      const before = written;
      handOver();
      body.pause();
      before.then(() => body.resume(), reject);
    });
    body.on('end', () => {
      handOver();
      written.then(() => resolve(hash.digest('hex')), reject);
    });
    body.on('error', reject);
  });
}
