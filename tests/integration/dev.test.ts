/** Does what CONTRIBUTING.md tells a newcomer to do. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test('the command of the three steps starts a dashboard that serves the sources with live reload', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-dev-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const origin = await runDev(await readCommand(), folder);

  const page = await fetch(`${origin}/dashboard`);
  const html = await page.text();
  expect(html).toContain('<script type="module" src="/@vite/client"></script>');
  expect(html).toContain('<script type="module" src="/src/dashboard/main.tsx"></script>');
  expect(html).not.toContain('rel="stylesheet"');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src");

  const source = await fetch(`${origin}/src/dashboard/main.tsx`);
  expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/javascript']);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/api/public/v1/certificates`)).status).toBe(401);

  // A browser must get neither the server's secrets nor its sources.
  await expect(readFile(path.join(folder, 'master.key'))).resolves.toBeDefined();
  for (const file of [path.join(folder, 'master.key'), path.join(ROOT, 'server/src/main.ts')]) {
    expect((await fetch(`${origin}/@fs${file}`)).status).toBe(403);
    expect((await fetch(`${origin}/@fs${file}?raw`)).status).toBe(403);
  }
});

/** The only command of the first section. */
async function readCommand(): Promise<string[]> {
  const [, steps = ''] = (await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')).split('\n## ');
  const commands = [...steps.matchAll(/^ {7}(\S.*)$/gm)].map(([, command = '']) => command);
  expect(commands).toEqual(['npm run dev']);
  return commands[0]?.split(' ') ?? [];
}

/** Resolves with the address of the pages. The steps before the script were done when the tests were set up. */
async function runDev([program = '', ...args]: string[], dataDir: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn(program, [...args, '--ignore-scripts'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', SELLO_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, because npm passes no signal on to what its script has started.
    detached: true,
  });
  const ended = once(child, 'close');
  closers.push(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    return ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  await expect.poll(() => output, { timeout: 120_000 }).toMatch(/Sello is ready/);
  const [, origin = ''] = /live reload come from (http:\/\/localhost:\d+)/.exec(output) ?? [];
  expect(origin).not.toBe('');
  return origin;
}
