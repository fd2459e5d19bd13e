/** The image, built step by step according to its Dockerfile, and run as Docker would run it. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../harness/debian-program.ts';
import { type Image, moved, rehearseImage } from '../harness/image-rehearsal.ts';
import { makeCheckout } from '../harness/release-checkout.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS } from './figures.ts';

const run = promisify(execFile);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('each step of the image succeeds, and its server certifies a file as a user who can write only to /data', {
  timeout: 2 * CHAOS_TIMEOUT_MS,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-image-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const context = path.join(folder, 'context');
  await makeCheckout(context);
  const image = await rehearseImage(context, path.join(folder, 'image'));
  const compiled = path.join(image.folder, 'node_modules/.cache/sello');
  const before = (await readdir(compiled, { recursive: true })).sort();
  const inside = await start(image);
  await run(inside.node, moved(image.healthcheck.join('\0'), image).split('\0').slice(1), inside.options);

  const sello = async (...args: string[]) =>
    (await run(inside.node, [...image.entrypoint.slice(1), ...args], inside.options)).stdout.trim();
  await sello('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
  const key = await sello('key', 'create', '--account', 'ana@example.com', '--name', 'first');
  const body = new FormData();
  body.set('file', new Blob(['a contract']), 'contract.txt');
  const headers = { authorization: `Bearer ${key}` };
  const made = await fetch(`${inside.url}${API}/certificates`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  for (const page of ['/dashboard', '/verify', '/verify.html', '/docs', '/docs/guides', '/docs/proof-format'])
    expect([page, (await fetch(`${inside.url}${page}`)).status]).toEqual([page, 200]);
  expect(await sello('fsck', '--full-speed')).toContain('No problems found.');

  // The cache has one folder, named after Node's version, V8's settings and the user, so this service uses what the
  // image has.
  expect((await readdir(compiled)).length).toBe(1);
  expect(inside.output()).toMatch(/cache for .*dist\/serve.*\.mjs.* was accepted/);
  expect((await readdir(compiled, { recursive: true })).sort()).toEqual(before);
});

/** Runs ENTRYPOINT and CMD with nothing but the environment of the image. */
async function start(image: Image) {
  const [port, data] = [String(await freePort()), path.join(image.root, 'data')];
  if (image.user.uid !== undefined) await chown(data, image.user.uid, image.user.gid ?? 0);
  const env = { PATH: process.env.PATH, ...image.env, SELLO_HOST: '127.0.0.1', PORT: port };
  const options = { cwd: image.folder, ...image.user, env };
  const [node = '', ...args] = image.entrypoint;
  let output = '';
  const child = spawn(node, [...args, ...image.command], {
    ...options,
    env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  closing.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await expect.poll(() => output, { timeout: 120_000 }).toContain('is ready at');
  return { node, options, url: `http://127.0.0.1:${port}`, output: () => output };
}
