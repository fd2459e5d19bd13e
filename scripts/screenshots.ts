/**
 * `npm run screenshots`: takes the pictures of the README, in `docs/pictures`. It starts a server in a temporary
 * folder, fills it with the demo council and a few certificates, and photographs its pages with Chromium.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBrowser, type TestPage } from '../tests/harness/browser.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = path.join(ROOT, 'server/bin/sello.mjs');
const PICTURES = path.join(ROOT, 'docs/pictures');
const MOST_BYTES = 100_000;
const STARTS_WITHIN_MS = 120_000;

const VISITOR = {
  name: 'Consejo de Ejemplo',
  email: 'ana@example.com',
  password: 'un sello rojo sobre papel',
};
const FILES = [
  'Contrato de arrendamiento',
  'Acta de asamblea',
  'Dictamen pericial',
  'Convenio de confidencialidad',
];

/** The pictures by name: the address of each, and what must be visible before it is taken. */
type Shot = { name: string; path: string; ready: string };

const folder = await mkdtemp(path.join(tmpdir(), 'sello-pictures-'));
const port = await freePort();
const base = `http://localhost:${port}`;
const env = {
  ...process.env,
  PORT: String(port),
  SELLO_BASE_URL: base,
  SELLO_DATA_DIR: folder,
  SELLO_URL: base,
};
const server = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
const browser = await openBrowser();
try {
  await untilReady(server);
  const page = await browser.openPage({ language: 'en-US', baseUrl: base });
  const answer = await page.request.post(`${base}/api/dashboard/signup`, { data: VISITOR });
  if (!answer.ok()) throw new Error(await answer.text());
  const key = (
    await sello(
      'key',
      'create',
      '--account',
      VISITOR.email,
      '--name',
      'demo',
      '--mode',
      'test',
      '--rate',
      '600',
    )
  ).trim();
  const address = await fill(key);
  await page.goto(base);
  await page.evaluate(() => localStorage.setItem('sello.mode', 'test'));
  await mkdir(PICTURES, { recursive: true });
  const shots: Shot[] = [
    { name: 'certificate', path: new URL(address).pathname, ready: '[data-status="certified"]' },
    { name: 'certificates', path: '/dashboard/certificates', ready: 'main time' },
    { name: 'council', path: '/dashboard/memberships', ready: '.bars' },
    { name: 'reference', path: '/docs/reference/certificates', ready: '.operation' },
  ];
  for (const shot of shots) await take(page, shot);
  const stranger = await browser.openPage({ language: 'en-US', baseUrl: base });
  await take(stranger, { name: 'front', path: '/?lang=en', ready: 'h1' });
} finally {
  await browser.close();
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
}

/** Certifies the files and fills in the demo council. Returns the address of the first file's public page. */
async function fill(key: string): Promise<string> {
  const addresses: string[] = [];
  for (const title of FILES) {
    const form = new FormData();
    form.append('file', new Blob([title], { type: 'application/pdf' }), `${title}.pdf`);
    form.append('title', title);
    const answer = await fetch(`${base}/api/public/v1/certificates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { certificate } = (await answer.json()) as { certificate: { qr_verification_url: string } };
    addresses.push(certificate.qr_verification_url);
  }
  await sello('demo', 'memberships', '--key', key);
  return addresses[0] ?? base;
}

async function take(page: TestPage, { name, path: at, ready }: Shot): Promise<void> {
  await page.goto(at, { waitUntil: 'networkidle' });
  await page.locator(ready).first().waitFor();
  const png = await page.screenshot();
  const webp = await toWebp(page, png);
  if (webp.length > MOST_BYTES) throw new Error(`${name} has ${webp.length} bytes`);
  await writeFile(path.join(PICTURES, `${name}.webp`), webp);
  console.error(`${name}.webp ${webp.length} bytes`);
}

/** The browser that took the picture also converts it: a WebP has a third of the size of the PNG. */
async function toWebp(page: TestPage, png: Buffer): Promise<Buffer> {
  const packed = await page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(
      new Blob([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))]),
    );
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, png.toString('base64'));
  return Buffer.from(packed);
}

/** A command of the program, shown with its output. */
async function sello(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
  return stdout;
}

async function untilReady(child: ChildProcess): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(250);
  }
  throw new Error('The server did not start');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
