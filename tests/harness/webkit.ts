/** WebKitGTK over WebDriver, on an invisible screen: https://www.w3.org/TR/webdriver2/ */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './debian-program.ts';
import type { DrivenBrowser } from './driven-browser.ts';

const STARTS_WITHIN_MS = 60_000;
/** The key under which WebDriver answers name an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Packages name the folder after the library's version. */
const MINI_BROWSERS = ['4.1', '4.0'].map(
  (version) => `/usr/lib/${multiarch()}/webkit2gtk-${version}/MiniBrowser`,
);

function multiarch(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}

export async function openWebKit(): Promise<DrivenBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-webkit-'));
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const program of started.reverse()) {
      const gone = once(program, 'exit');
      if (program.exitCode === null && program.kill()) await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const screen = await startScreen(started);
    const port = await freePort();
    const env = {
      ...process.env,
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      DISPLAY: screen,
      GDK_BACKEND: 'x11',
    };
    started.push(spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env }));
    const session = await openSession(`http://127.0.0.1:${port}`);
    return {
      ...pageOf(session),
      async close() {
        await session.call('DELETE', '');
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A screen number that no other program uses. */
async function startScreen(started: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  started.push(screen);
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  return `:${String(number).trim()}`;
}

type Session = { call(method: string, place: string, body?: object): Promise<unknown> };

async function openSession(driver: string): Promise<Session> {
  const binary = MINI_BROWSERS.find((file) => existsSync(file));
  if (binary === undefined) throw new Error(`there is none of ${MINI_BROWSERS.join(', ')}`);
  await untilReady(driver);
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const { sessionId } = (await send('POST', `${driver}/session`, {
    capabilities: { alwaysMatch: options },
  })) as { sessionId: string };
  return { call: (method, place, body) => send(method, `${driver}/session/${sessionId}${place}`, body) };
}

async function untilReady(driver: string): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${driver}/status`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer');
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`${method} ${url}: ${value?.error} ${value?.message}`);
  return value;
}

function pageOf({ call }: Session): Omit<DrivenBrowser, 'close'> {
  const find = async (selector: string): Promise<string> => {
    const found = await call('POST', '/element', { using: 'css selector', value: selector });
    return (found as Record<string, string>)[ELEMENT] ?? '';
  };
  const typeInto = async (selector: string, text: string) =>
    void (await call('POST', `/element/${await find(selector)}/value`, { text }));
  return {
    open: async (url) => void (await call('POST', '/url', { url })),
    async read<T>(expression: string) {
      const script = `const [done] = arguments;
        (async () => JSON.stringify((await (${expression})) ?? null))().then(done, (error) => done(String(error)));`;
      return JSON.parse(String(await call('POST', '/execute/async', { script, args: [] }))) as T;
    },
    click: async (selector) => void (await call('POST', `/element/${await find(selector)}/click`, {})),
    type: typeInto,
    give: (selector, paths) => typeInto(selector, paths.join('\n')),
  };
}
