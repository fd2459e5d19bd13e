/** `sello webhooks listen` as a process, on the event feed of a running server that goes away and comes back. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSello } from '../../harness/child-sello.ts';
import { type FaultProxy, openFaultProxy } from '../../harness/fault-proxy.ts';
import { forFile } from '../../harness/for-file.ts';
import { verify } from '../../harness/hooks.ts';
import { openReceiver, type Receiver } from '../../harness/receiver.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let server: TestSello;
let port: number;
let front: FaultProxy;
let receiver: Receiver;
let key: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  await start();
  front = await openFaultProxy(() => ({ host: '127.0.0.1', port }));
  receiver = await openReceiver();
  ({ key } = await sello.newAccount());
});
afterAll(async () => {
  await front?.close();
  await receiver?.close();
});

/** Starts a server on the same database; to its clients it is the same server. */
async function start(): Promise<void> {
  server = await sello.another();
  port = Number(new URL(await server.listen()).port);
}

const children: ReturnType<typeof startSello>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function listen(...more: string[]) {
  const args = ['webhooks', 'listen', '--forward', receiver.url, '--secret', SECRET, ...more];
  const env = { SELLO_URL: `http://127.0.0.1:${front.port}`, SELLO_API_KEY: key };
  const child = startSello([...args, '--types', 'certificate.created'], env);
  children.push(child);
  let [out, error] = ['', ''];
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    error += piece;
  });
  await expect.poll(() => error).toContain('Listening.');
  return { child, out: () => out };
}

const forwarded = () => receiver.received.map(({ body }) => body.data.id);
const until = (ids: string[]) => expect.poll(forwarded).toEqual(ids);

test('signed events are forwarded, and forwarding continues after a restart of the server or of the command', async () => {
  const past = await sello.certify(key, 'of the past');
  const first = await listen();
  const one = (await sello.certify(key, 'one')).id;
  await until([one]);
  await server.close();
  const two = (await sello.certify(key, 'two')).id;
  await start();
  await until([one, two]);
  for (const each of receiver.received) expect(verify(SECRET, each)).toEqual(each.body);
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'certificate.created',
    data: { id: one, object: 'certificate', title: expect.any(String) },
  });

  await expect.poll(first.out).toMatch(/(evt_\w+) {2}→ 200\n.*(evt_\w+) {2}→ 200\n/);
  first.child.kill('SIGKILL');
  const last =
    first
      .out()
      .match(/evt_\w+/g)
      ?.at(-1) ?? '';
  const three = (await sello.certify(key, 'three')).id;
  await listen('--after', last);
  await until([one, two, three]);
  expect(forwarded()).not.toContain(past.id);
});
