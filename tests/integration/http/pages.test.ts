/** Pages and their files as a browser receives them. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);

/** A page may load only the built files of our origin, at the public address and at the requested host. */
const ASSETS = 'http://localhost:3000/assets/ localhost/assets/';

const get = (url: string, headers: Record<string, string> = {}) => sello.call('GET', url, { headers });

test.each([
  '/dashboard',
  '/dashboard/',
  '/dashboard/login',
  '/dashboard/certificates/cert_x',
  '/docs',
  '/docs/errors',
])('P33 %s runs nothing inline, cannot be framed and sends no referrer', async (url) => {
  const { status, headers, text } = await get(url);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`default-src 'none'; script-src ${ASSETS};`);
  expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'");
  expect(policy.replaceAll(ASSETS, '')).not.toMatch(/unsafe|https?:|\*/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
});

test('P33 HSTS is sent only if the service uses https', async () => {
  expect((await get('/dashboard')).headers).not.toHaveProperty('strict-transport-security');
  const secure = await openTestSello({ SELLO_BASE_URL: 'https://sello.example' });
  try {
    const { headers } = await secure.call('GET', '/dashboard');
    expect(headers['strict-transport-security']).toMatch(/^max-age=63072000/);
  } finally {
    await secure.close();
  }
});

test('each answer of the page for trying calls has a new nonce', async () => {
  const nonces = await Promise.all(
    [get('/docs/try'), get('/docs/try')].map(async (answer) => nonceOf(await answer)),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
});

test('`/` is a page for visitors without a session', async () => {
  const { status, headers } = await get('/');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each([
  ['en', 'There is no page here'],
  ['es', 'Aquí no hay ninguna página'],
])('a person at an unknown address gets a page that says so, in %s', async (language, title) => {
  const { status, headers, text } = await get('/panel?x="><script>', {
    accept: BROWSER,
    'accept-language': language,
  });
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain(`default-src 'none'; script-src ${ASSETS};`);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
});

test.each([
  ['/panel', undefined],
  ['/panel', 'application/json'],
  ['/panel', '*/*'],
  ['/api/public/v1/nothing', BROWSER],
  ['/api/dashboard/nothing', BROWSER],
  ['/log/nothing', BROWSER],
])('a program gets the usual two error fields: %s, accept %s', async (url, accept) => {
  const { status, body } = await get(url, accept === undefined ? {} : { accept });
  expect([status, (body as { error?: string }).error]).toEqual([404, 'not_found']);
});

test.each([
  [{ 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
  [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }, 'es'],
  [{ 'accept-language': 'fr-FR' }, 'es'],
  [{}, 'es'],
  [{ 'accept-language': 'en', cookie: 'language=es' }, 'es'],
  [{ 'accept-language': 'en', cookie: 'language="><script>' }, 'en'],
])('the page is in the reader’s language: %j → %s', async (headers, language) => {
  expect((await get('/dashboard', headers as Record<string, string>)).text).toContain(
    `<html lang="${language}"`,
  );
});

test('a chosen theme applies from the first answer, if it exists', async () => {
  expect((await get('/dashboard', { cookie: 'theme=dark' })).text).toContain(' data-theme="dark"');
  expect((await get('/dashboard', { cookie: 'theme=x" onload="' })).text).not.toContain('data-theme');
});

test('assets are compressed as the browser accepts, and cacheable forever', async () => {
  const { script } = sello.world.assets.entry('dashboard');
  const plain = await get(script);
  const brotli = await get(script, { 'accept-encoding': 'gzip, deflate, br' });
  const gzip = await get(script, { 'accept-encoding': 'gzip, br;q=0' });
  expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ]);
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  for (const { headers } of [plain, brotli, gzip]) {
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers.vary).toBe('accept-encoding');
  }
});

test.each([
  '/assets/',
  '/assets/nothing.js',
  '/assets/../.vite/manifest.json',
  '/assets/..%2f.vite%2fmanifest.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%00.js',
  '/assets//etc/passwd',
])('no address below /assets leads to any other file: %s', async (url) => {
  expect((await get(url)).status).toBe(404);
});

test('a compressed copy cannot be requested by its own name', async () => {
  const { script } = sello.world.assets.entry('dashboard');
  expect((await get(`${script}.br`)).status).toBe(404);
});

function nonceOf({ headers, text }: { headers: Record<string, unknown>; text: string }): string | undefined {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  expect(text).toContain(`nonce="${nonce}"`);
  return nonce;
}
