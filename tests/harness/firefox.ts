/** Firefox over WebDriver BiDi, which it supports itself: https://w3c.github.io/webdriver-bidi/ */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DrivenBrowser } from './driven-browser.ts';

const STARTS_WITHIN_MS = 120_000;

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string };
type Node = { type: 'node'; sharedId: string };

export async function openFirefox(): Promise<DrivenBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'sello-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn('firefox-esr', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // It caches files in the home folder of its user.
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const gone = once(firefox, 'exit');
  const stop = async () => {
    firefox.kill();
    await gone;
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const session = await openSession(`${await addressIn(firefox.stderr)}/session`);
    return { ...(await pageOf(session)), close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Once it listens, it prints the address. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let written = '';
  const found = Promise.withResolvers<string>();
  const tooLate = setTimeout(
    () => found.reject(new Error(`Firefox does not listen: ${written}`)),
    STARTS_WITHIN_MS,
  );
  output.on('data', (chunk: Buffer) => {
    written = (written + chunk).slice(-5_000);
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(written)?.[1];
    if (address !== undefined) found.resolve(address);
  });
  output.on('end', () => found.reject(new Error(`Firefox ended: ${written}`)));
  return found.promise.finally(() => clearTimeout(tooLate));
}

type Session = { call(method: string, params: object): Promise<unknown> };

async function openSession(address: string): Promise<Session> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as Answer;
    const asked = waiting.get(id ?? -1);
    if (type === 'error') asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('Firefox has ended'));
  });
  let last = 0;
  const session: Session = {
    call(method, params) {
      last += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(last, asked);
      socket.send(JSON.stringify({ id: last, method, params }));
      return asked.promise;
    },
  };
  await session.call('session.new', { capabilities: {} });
  return session;
}

async function pageOf({ call }: Session): Promise<Omit<DrivenBrowser, 'close'>> {
  const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  const evaluate = async (expression: string) => {
    const params = { expression, target: { context }, awaitPromise: true };
    const { type, result, exceptionDetails } = (await call('script.evaluate', params)) as {
      type: 'success' | 'exception';
      result: unknown;
      exceptionDetails?: { text: string };
    };
    if (type === 'exception') throw new Error(`${expression}: ${exceptionDetails?.text}`);
    return result;
  };
  const find = async (selector: string): Promise<Node> => {
    const node = (await evaluate(`document.querySelector(${JSON.stringify(selector)})`)) as Node;
    if (node.type !== 'node') throw new Error(`there is no ${selector}`);
    return { type: 'node', sharedId: node.sharedId };
  };
  const perform = (actions: readonly object[]) => call('input.performActions', { context, actions });
  const click = async (selector: string) => {
    const element = await find(selector);
    await evaluate(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'center' })`);
    const origin = { type: 'element', element };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await perform([{ type: 'pointer', id: 'mouse', actions }]);
  };
  return {
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async read<T>(expression: string) {
      const { value } = (await evaluate(
        `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      )) as {
        value: string;
      };
      return JSON.parse(value) as T;
    },
    click,
    async type(selector, text) {
      await click(selector);
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await perform([{ type: 'key', id: 'keyboard', actions: keys }]);
    },
    async give(selector, files) {
      await call('input.setFiles', { context, element: await find(selector), files });
    },
  };
}
