/**
 * A whole release: `npm run release` by two users who have nothing but the commit in common, and a server started from
 * the archive.
 */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { UNPRIVILEGED } from '../harness/debian-program.ts';
import { copyBuild, makeCheckout, WITH_MINISIGN } from '../harness/release-checkout.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS } from './figures.ts';

const run = promisify(execFile);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('two users make the same release of a commit, and its archive serves after npm ci --omit=dev and npm start', {
  timeout: 2 * CHAOS_TIMEOUT_MS,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-whole-release-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await run('chmod', ['755', folder]);
  const [secret, open] = [path.join(folder, 'release.key'), path.join(folder, 'release.pub')];
  await run('minisign', ['-G', '-W', '-p', open, '-s', secret], { env: WITH_MINISIGN });
  const key = { SELLO_RELEASE_KEY: await readFile(secret, 'utf8') };

  const first = await releaseAs(path.join(folder, 'first'), {}, { ...key, LC_ALL: 'C', TZ: 'UTC' }, '022');
  const second = await releaseAs(
    path.join(folder, 'a second', 'place'),
    UNPRIVILEGED,
    { ...key, LC_ALL: 'C.UTF-8', TZ: 'America/Mexico_City', NODE_ENV: 'development', TAR_OPTIONS: '-v' },
    '077',
  );
  await run('diff', ['-r', first, second]);

  const verify = path.join(folder, 'first/scripts/verify-release.sh');
  const { stdout } = await run('bash', [verify, first, open], { env: WITH_MINISIGN });
  expect(stdout).toContain('This release is good.');
  const archive = (await readdir(first)).find((name) => name.endsWith('.tar.gz')) ?? '';
  await run('tar', ['-x', '-z', '-f', path.join(first, archive), '-C', folder]);
  const unpacked = path.join(folder, archive.replace('.tar.gz', ''));
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: unpacked,
    maxBuffer: 2 ** 26,
  });
  await certifyWith(unpacked);
  const told = await run('npx', ['sello', '--version'], { cwd: unpacked });
  expect(stdout).toContain(told.stdout);
  await expect(readdir(path.join(unpacked, 'node_modules/vitest'))).rejects.toThrow();
});

/**
 * A separate checkout with a copy of npm's cache, because another user may not read ours. Returns the release's folder.
 */
async function releaseAs(
  checkout: string,
  user: { uid?: number; gid?: number },
  given: NodeJS.ProcessEnv,
  umask: string,
): Promise<string> {
  const startedAt = performance.now();
  await makeCheckout(checkout);
  const [home, cache] = [`${checkout}-home`, `${checkout}-cache`];
  await mkdir(home);
  const own = (await run('npm', ['config', 'get', 'cache'])).stdout.trim();
  await cp(path.join(own, '_cacache'), path.join(cache, '_cacache'), { recursive: true });
  if (user.uid !== undefined) {
    await chown(path.dirname(checkout), user.uid, user.gid ?? 0);
    await run('chown', ['-R', `${user.uid}:${user.gid}`, checkout, home, cache]);
  }
  // Only the program that makes the release uses these packages: the release itself is built with newly installed ones.
  await copyBuild(checkout);
  // Changes the owner of the folder alone, because the files in it are shared with this checkout.
  if (user.uid !== undefined) await chown(path.join(checkout, 'node_modules'), user.uid, user.gid ?? 0);
  const { PATH, LD_LIBRARY_PATH } = WITH_MINISIGN;
  const out = `${checkout}-out`;
  const release = `umask ${umask} && npm run release -- --out "$1"`;
  await run('sh', ['-c', release, 'sh', out], {
    ...user,
    cwd: checkout,
    env: { PATH, LD_LIBRARY_PATH, HOME: home, npm_config_cache: cache, ...given },
    maxBuffer: 2 ** 26,
  });
  await rm(cache, { recursive: true });
  console.log(`a release in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return out;
}

/** `npm start`, a sign-up from the command line, and a file. */
async function certifyWith(folder: string): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', SELLO_DATA_DIR: `${folder}-data` };
  // In a process group of its own, because npm does not pass signals on to the processes of its script.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  try {
    await expect.poll(() => output, { timeout: 240_000 }).toMatch(/ready at http:\/\/localhost:\d+/);
    const [, url] = /ready at (http:\/\/localhost:\d+)/.exec(output) ?? [];
    const sello = async (...args: string[]) =>
      (await run('npx', ['sello', ...args], { cwd: folder, env })).stdout.trim();
    await sello('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
    const key = await sello('key', 'create', '--account', 'ana@example.com', '--name', 'first');
    const body = new FormData();
    body.set('file', new Blob(['a contract']), 'contract.txt');
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${url}${API}/certificates`, { method: 'POST', headers, body })).status).toBe(201);
    for (const page of ['/dashboard', '/verify', '/verify.html', '/docs', '/docs/guides'])
      expect([page, (await fetch(`${url}${page}`)).status]).toEqual([page, 200]);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}
