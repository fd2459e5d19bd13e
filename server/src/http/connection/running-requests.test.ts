import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../app.ts';
import { countRunningRequests, enter, enterAsOneOf, untilDone } from './running-requests.ts';

/** A server whose requests run until the test lets them finish. */
async function open(maxRunningRequests: number) {
  const app = Fastify() as unknown as App;
  countRunningRequests(app, { maxRunningRequests });
  const working: (() => void)[] = [];
  app.get(
    '/:holder',
    untilDone(async (request, reply) => {
      const { holder } = request.params as { holder: string };
      if (holder.startsWith('member')) enterAsOneOf(request, reply, 'council', holder);
      else enter(request, reply, holder);
      await new Promise<void>((resolve) => working.push(resolve));
      return 'done';
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const ask = async (holder: string) => (await fetch(`http://127.0.0.1:${port}/${holder}`)).status;
  const letGo = () => {
    for (const end of working.splice(0)) end();
  };
  onTestFinished(letGo);
  return { port, ask, letGo, working, free: (holder: string) => freeFor(app, holder) };
}

function freeFor({ runningRequests }: App, holder: string): number {
  let free = 0;
  while (runningRequests.takeNow(holder)) free += 1;
  for (let i = 0; i < free; i += 1) runningRequests.giveBack(holder);
  return free;
}

test('P105 a holder at its limit of running requests is refused the next one', async () => {
  const { ask, letGo, working, free } = await open(4);
  const running = Array.from({ length: 4 }, () => ask('a'));
  await expect.poll(() => working.length).toBe(4);
  expect(await ask('a')).toBe(500);
  expect(free('b')).toBe(4);
  letGo();
  expect(await Promise.all(running)).toEqual([200, 200, 200, 200]);
  await expect.poll(() => free('a')).toBe(4);
});

test('P105 a caller who hangs up keeps the slot until the work that was begun has ended', async () => {
  const { port, letGo, working, free } = await open(4);
  // Sends three requests one after the other on one connection.
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /a HTTP/1.1\r\nHost: sello.test\r\n\r\n'.repeat(3));
  await expect.poll(() => working.length).toBe(3);
  socket.destroy();
  await once(socket, 'close');
  await new Promise((resolve) => setImmediate(resolve));
  expect(free('a')).toBe(1);
  letGo();
  await expect.poll(() => free('a')).toBe(4);
});

test('P105 each of many people who share a limit can take only a few of its slots', async () => {
  const { ask, letGo, working, free } = await open(100);
  const running = Array.from({ length: 50 }, () => ask('member1'));
  await expect.poll(() => working.length).toBe(50);
  expect(await ask('member1')).toBe(500);
  const other = ask('member2');
  await expect.poll(() => working.length).toBe(51);
  expect(free('council')).toBe(100 - 51);
  letGo();
  expect(new Set(await Promise.all([...running, other]))).toEqual(new Set([200]));
  await expect.poll(() => free('council')).toBe(100);
});
