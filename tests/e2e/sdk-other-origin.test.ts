/** The packed SDK, without a bundler, on a page of another origin: what this page may and may not call and read. */

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Sdk from '../../sdk/src/index.ts';
import type { TestPage } from '../harness/browser.ts';
import { type FaultProxy, openFaultProxy } from '../harness/fault-proxy.ts';
import { type HttpExchange, type HttpServer, openHttpServer } from '../harness/http-server.ts';
import { unpackSdk } from '../harness/pack-sdk.ts';
import { openStage } from './stage.ts';

/** The address that the server gives in its answers must be known before it listens. */
let front: FaultProxy;
beforeAll(async () => {
  front = await openFaultProxy(() => ({ host: '127.0.0.1', port: Number(new URL(stage.base).port) }));
});
const base = () => `http://127.0.0.1:${front.port}`;

const stage = openStage(() => ({ SELLO_BASE_URL: base() }));

let folder: string;
let elsewhere: HttpServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-other-origin-'));
  const dist = path.join(await unpackSdk(folder), 'dist');
  elsewhere = await openHttpServer((exchange) => serve(dist, exchange));
});
afterAll(async () => {
  await elsewhere?.refuse();
  await front?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A page that loads the SDK as a module, as a site without a bundler would. */
async function serve(dist: string, { url, response }: HttpExchange): Promise<void> {
  if (url.startsWith('/sdk/')) {
    response.setHeader('content-type', 'text/javascript');
    response.end(await readFile(path.join(dist, path.basename(url))));
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const script = `import * as sdk from '/sdk/index.js'; globalThis.packedSdk = sdk;`;
  response.end(`<!doctype html><link rel="icon" href="data:,"><script type="module">${script}</script>`);
}

declare global {
  var packedSdk: typeof Sdk;
}

async function openPage(): Promise<TestPage> {
  const page = await stage.browser.openPage();
  await page.goto(elsewhere.origin);
  await page.waitForFunction(() => globalThis.packedSdk !== undefined);
  return page;
}

test('P27 the SDK works completely from another origin: upload, list, change, proof, the original, refusals', async () => {
  const { key } = await stage.sello.newAccount();
  const page = await openPage();
  const result = await page.evaluate(
    async ({ apiKey, baseUrl }) => {
      const sello = new packedSdk.Sello({ apiKey, baseUrl });
      const progress: number[] = [];
      const file = new File([new Uint8Array(300_000).fill(5)], 'otro.bin');
      const made = await sello.certificates.create(
        { file, title: 'Otro' },
        { onProgress: ({ loaded }) => progress.push(loaded), idempotencyKey: 'from-elsewhere' },
      );
      const changed = await sello.certificates.update(made.id, { title: 'Cambiado' });
      const titles: string[] = [];
      for await (const { title } of sello.certificates.list()) titles.push(title);
      const tsr = await sello.proofs.bytes(made.id, 'nom151');
      // The server answers with a redirect to a signed address.
      const original = await sello.proofs.bytes(made.id, 'file');
      const { certified } = await sello.verify({ file });
      const missing = await sello.certificates.get('cert_0000000000000000000000').catch((error) => error);
      return {
        made,
        title: changed.title,
        titles,
        tsr: tsr.length,
        original: original.length,
        certified,
        progress: progress.length,
        missing: [missing.code, missing.requestId],
      };
    },
    { apiKey: key, baseUrl: base() },
  );
  const sha256 = createHash('sha256').update(Buffer.alloc(300_000, 5)).digest('hex');
  expect(result.made.file).toMatchObject({ sha256, size: 300_000 });
  expect(result).toMatchObject({
    title: 'Cambiado',
    titles: ['Cambiado'],
    original: 300_000,
    certified: true,
    missing: ['not_found', expect.stringMatching(/^req_/)],
  });
  expect(result.tsr).toBeGreaterThan(500);
  expect(result.progress).toBeGreaterThan(0);
  page.forgive(/404/);
  page.assertClean();
});

test('P27 a page of another origin can read the headers that a client needs, and so can the answer of an unknown address', async () => {
  const { key } = await stage.sello.newAccount();
  const page = await openPage();
  const seen = await page.evaluate(
    async ({ apiKey, baseUrl }) => {
      const ask = async (address: string, init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${apiKey}`, ...init.headers };
        const answer = await fetch(`${baseUrl}/api/public/v1${address}`, { ...init, headers });
        return { status: answer.status, headers: Object.fromEntries(answer.headers) };
      };
      const hash = { sha256: 'ab'.repeat(32), file_name: 'a' };
      const post = {
        method: 'POST',
        body: JSON.stringify(hash),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      };
      const made = await ask('/certificates', post);
      const again = await ask('/certificates', post);
      const id = made.headers.location?.split('/').at(-1);
      const read = await ask(`/certificates/${id}`);
      const same = await ask(`/certificates/${id}`, {
        headers: { 'if-none-match': read.headers.etag ?? '' },
      });
      const nowhere = await ask('/nowhere', { method: 'DELETE' });
      const wrong = await ask('/verify', { method: 'PUT' });
      return { made, again, read, same, nowhere, wrong };
    },
    { apiKey: key, baseUrl: base() },
  );
  expect(seen.made.status).toBe(201);
  expect(seen.made.headers).toMatchObject({
    location: expect.stringContaining('/api/public/v1/certificates/cert_'),
    ratelimit: expect.stringContaining('"minute"'),
    'ratelimit-policy': expect.stringContaining('"month"'),
    'x-request-id': expect.any(String),
  });
  expect(seen.again.headers['idempotent-replayed']).toBe('true');
  expect(seen.read.headers.etag).toBeDefined();
  expect(seen.same.status).toBe(304);
  expect(seen.nowhere.status).toBe(404);
  expect([seen.wrong.status, seen.wrong.headers.allow]).toEqual([405, 'POST']);
});

test("P27 no page of another origin can read the dashboard, or anything with a person's cookie", async () => {
  const page = await openPage();
  const outcomes = await page.evaluate(
    async ({ baseUrl }) => {
      const outcome = (address: string, init?: RequestInit) =>
        fetch(baseUrl + address, init).then(
          ({ status }) => status,
          () => 'refused by the browser',
        );
      return [
        await outcome('/api/dashboard/service'),
        await outcome('/api/dashboard/me', { credentials: 'include' }),
        await outcome('/api/public/v1/account', { credentials: 'include' }),
        await outcome('/api/public/v1/account'),
      ];
    },
    { baseUrl: base() },
  );
  const refused = 'refused by the browser';
  expect(outcomes).toEqual([refused, refused, refused, 401]);
});
