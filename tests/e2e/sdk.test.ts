/** The SDK in a real browser: bundled as an application would, on a page of the server's own origin. */

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import type * as Sdk from '../../sdk/src/index.ts';
import type { TestPage } from '../harness/browser.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const ENTRY = fileURLToPath(new URL('../../sdk/src/index.ts', import.meta.url));

let sdk: string;
beforeAll(async () => {
  const bundle = await rolldown({ input: ENTRY, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', name: 'selloSdk' });
  sdk = output[0].code;
});

async function openPage(): Promise<TestPage> {
  const page = await stage.browser.openPage();
  await page.goto(`${stage.base}/verify`);
  await page.evaluate(`${sdk}; globalThis.selloSdk = selloSdk;`);
  return page;
}

declare global {
  var selloSdk: typeof Sdk;
}

test('a file is sent with its progress, certified, found by its hash, and its proof read', async () => {
  const { key } = await stage.sello.newAccount();
  const page = await openPage();
  const size = 3_000_000;
  const result = await page.evaluate(
    async ({ apiKey, baseUrl, bytes }) => {
      const sello = new selloSdk.Sello({ apiKey, baseUrl });
      const file = new File([new Uint8Array(bytes).fill(7)], 'vídeo.bin', { type: 'video/x-test' });
      const progress: { loaded: number; total: number | undefined }[] = [];
      const made = await sello.certificates.create(
        { file, title: 'Vídeo' },
        { onProgress: (event) => progress.push(event) },
      );
      const { certified } = await sello.verify({ file });
      const tsr = await sello.proofs.bytes(made.id, 'nom151');
      const stream = await sello.certificates.create({ stream: file.slice(0, 5).stream(), file_name: 's' });
      const titles: string[] = [];
      for await (const { title } of sello.certificates.list({ limit: 1 })) titles.push(title);
      return { made, progress, certified, tsr: tsr.length, titles, streamed: stream.file.sha256 };
    },
    { apiKey: key, baseUrl: stage.base, bytes: size },
  );
  expect(result.made.file).toMatchObject({
    name: 'vídeo.bin',
    mime: 'video/x-test',
    size,
    sha256: createHash('sha256').update(Buffer.alloc(size, 7)).digest('hex'),
  });
  expect(result.progress.length).toBeGreaterThan(0);
  expect(result.progress.at(-1)?.loaded).toBe(result.progress.at(-1)?.total);
  expect(result).toMatchObject({ certified: true, titles: ['s', 'Vídeo'] });
  expect(result.streamed).toBe(createHash('sha256').update(Buffer.alloc(5, 7)).digest('hex'));
  expect(result.tsr).toBeGreaterThan(500);
  page.assertClean();
});

test('a fingerprint goes alone: the file is hashed in the browser and never sent', async () => {
  const { key } = await stage.sello.newAccount();
  const page = await openPage();
  const posted: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.postDataBuffer()?.length ?? 0);
  });
  const made = await page.evaluate(
    async ({ apiKey, baseUrl }) => {
      const sello = new selloSdk.Sello({ apiKey, baseUrl });
      const file = new File([new Uint8Array(1_000_000).fill(9)], 'secreto.bin');
      return sello.certificates.create({ file }, { hashOnly: true });
    },
    { apiKey: key, baseUrl: stage.base },
  );
  expect(made.file).toMatchObject({
    stored: false,
    size: 1_000_000,
    sha256: createHash('sha256').update(Buffer.alloc(1_000_000, 9)).digest('hex'),
  });
  expect(posted).toHaveLength(1);
  expect(posted[0]).toBeLessThan(1_000);
  page.assertClean();
});

test('a cancelled upload is aborted, and a refusal has its code', async () => {
  const { key } = await stage.sello.newAccount();
  const page = await openPage();
  const [given, code, paths] = await page.evaluate(
    async ({ apiKey, baseUrl }) => {
      const sello = new selloSdk.Sello({ apiKey, baseUrl });
      const controller = new AbortController();
      const upload = sello.certificates.create(
        { file: new Blob([new Uint8Array(4_000_000)]), file_name: 'x' },
        { signal: controller.signal, onProgress: () => controller.abort(new Error('given up')) },
      );
      const words = (error: Error) => error.message;
      const refused = await sello.certificates
        .create({ file: new Blob([]), file_name: 'empty' })
        .catch((error) => error.code);
      const path = await sello.certificates.create({ path: '/etc/passwd' }).then(() => 'read', words);
      return [await upload.then(() => 'sent', words), refused, path];
    },
    { apiKey: key, baseUrl: stage.base },
  );
  expect([given, code]).toEqual(['given up', 'empty_file']);
  expect(paths).toContain('There are no paths here');
});
