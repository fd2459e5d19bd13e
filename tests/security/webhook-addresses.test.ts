import { createServer } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeAddressRules } from '../../server/src/http/addresses/addresses.ts';
import { openSender, type Sender } from '../../server/src/webhooks/delivery/sender.ts';
import { forFile } from '../harness/for-file.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { API, openTestSello } from '../harness/test-sello.ts';

let receiver: Receiver;
let sender: Sender;

beforeEach(async () => {
  receiver = await openReceiver('127.0.0.1', 'anything');
  sender = openSender(makeAddressRules([]), 3_000);
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
});

const send = (url: string) => sender.send({ url, livemode: false, headers: {}, body: '{}' });

/** A sender for whom every name has these addresses. */
const senderWith = (allowed: string[], ...addresses: string[]) =>
  openSender(makeAddressRules(allowed), 3_000, (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );

/** Every one of these leads to loopback or another special address, by the rules for URLs or by those of the system. */
const HOSTS =
  `127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0x7f.1 127.0.0.1. 0 0.0.0.0
  00.0.0.0 10.0.0.1 10.1 012.0.0.1 0xa.0.0.1 167772161 100.64.0.1 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376
  169.254.43518 172.16.0.1 172.16.1 192.0.0.192 192.0.2.1 192.168.0.1 192.168.1 3232235521 198.18.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 ①②⑦.⓪.⓪.① 127。0。0。1 [::] [::1] [0:0:0:0:0:0:0:1] [::127.0.0.1]
  [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:10.0.0.1]
  [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [2002:7f00:1::] [2002:a9fe:a9fe::] [2001::1] [2001:db8::1] [100::1]
  [fc00::1] [fd00:ec2::254] [fe80::1] [fec0::1] [ff02::1] [5f00::1] localhost LOCALHOST localhost. ip6-localhost`.split(
    /\s+/,
  );

test(`P37 none of ${HOSTS.length} spellings is connected to`, async () => {
  expect(HOSTS.length).toBeGreaterThanOrEqual(60);
  const { port } = new URL(receiver.url);
  const reached: string[] = [];
  for (const host of HOSTS) {
    const outcome = await send(`http://${host}:${port}/hooks`);
    if (outcome.isTaken || outcome.status !== undefined) reached.push(host);
  }
  expect(reached).toEqual([]);
  expect(receiver.connections()).toBe(0);
});

test('P37 a name is judged by where it leads at the moment of connecting', async () => {
  const { port } = new URL(receiver.url);
  for (const addresses of [
    ['127.0.0.1'],
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
    ['169.254.169.254'],
    [],
  ]) {
    const rebound = senderWith([], ...addresses);
    const url = `http://rebind.example:${port}/`;
    const outcome = await rebound.send({ url, livemode: false, headers: {}, body: '{}' });
    expect(outcome.error).toBe('the address is not on the public internet');
    await rebound.close();
  }
  expect(receiver.connections()).toBe(0);
});

const BAD_PORTS = [
  0, 1, 21, 22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 993, 1023, 2049, 5060, 6000, 6667, 10080,
];

test('P37 no port is connected to where other services listen, whatever the name leads to', async () => {
  const anywhere = senderWith(['127.0.0.1'], '127.0.0.1');
  for (const host of ['ports.example', '127.0.0.1', '8.8.8.8']) {
    for (const port of BAD_PORTS) {
      const sending = { url: `http://${host}:${port}/`, livemode: false, headers: {}, body: '{}' };
      expect([port, (await anywhere.send(sending)).error]).toEqual([
        port,
        'the port is not one of web servers: use 80, 443 or one from 1024 on',
      ]);
    }
  }
  await anywhere.close();
});

test('P37 of several addresses of a name only those are tried that may be', async () => {
  const { port } = new URL(receiver.url);
  const some = senderWith(['127.0.0.1'], '10.0.0.1', '127.0.0.1', '::1');
  const outcome = await some.send({
    url: `http://many.example:${port}/`,
    livemode: false,
    headers: {},
    body: '{}',
  });
  expect(outcome.isTaken).toBe(true);
  await some.close();
});

test('P37 redirects are not followed and no proxy is asked', async () => {
  const target = await openReceiver();
  vi.stubEnv('HTTP_PROXY', target.url);
  vi.stubEnv('http_proxy', target.url);
  vi.stubEnv('ALL_PROXY', target.url);
  const allowed = openSender(makeAddressRules(['127.0.0.1']), 3_000);
  try {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer((_request, response) => response.writeHead(status, { location: target.url }).end());
      const outcome = await allowed.send({ url: receiver.url, livemode: false, headers: {}, body: '{}' });
      expect(outcome).toMatchObject({ isTaken: false, status });
    }
    expect(target.connections()).toBe(0);
    expect(receiver.received).toHaveLength(5);
  } finally {
    vi.unstubAllEnvs();
    await allowed.close();
    await target.close();
  }
});

test('P37 live data goes over plain http only to networks that the operator named', async () => {
  const allowed = openSender(makeAddressRules(['127.0.0.1']), 3_000);
  const outside = senderWith(['127.0.0.1'], '93.184.216.34');
  try {
    const sending = { url: 'http://plain.example/', livemode: true, headers: {}, body: '{}' };
    expect((await outside.send(sending)).error).toBe('the address is not on the public internet');
    expect((await allowed.send({ ...sending, url: receiver.url })).isTaken).toBe(true);
  } finally {
    await outside.close();
    await allowed.close();
  }
});

test('a receiver that drips, floods or speaks no HTTP costs its own time and no more', async () => {
  const drip = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 100);
    socket.on('close', () => clearInterval(timer));
  });
  const noise = createServer((socket) => void socket.on('error', () => {}).end('nonsense\r\n\r\n'));
  const ports = await Promise.all(
    [drip, noise].map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
        ),
    ),
  );
  const allowed = openSender(makeAddressRules(['127.0.0.1']), 700);
  try {
    const [slow, wrong] = await Promise.all(
      ports.map((port) =>
        allowed.send({ url: `http://127.0.0.1:${port}/`, livemode: false, headers: {}, body: '{}' }),
      ),
    );
    expect(slow).toMatchObject({ isTaken: false, error: 'no whole answer within 0.7 s' });
    // Without the time limit this answer would go on for ever.
    expect(slow?.durationMs).toBeLessThan(30_000);
    expect(wrong).toMatchObject({ isTaken: false, error: 'the answer is not HTTP' });
    receiver.answer((_request, response) => response.end('y'.repeat(5_000_000)));
    const flood = await allowed.send({ url: receiver.url, livemode: false, headers: {}, body: '{}' });
    expect(flood.isTaken).toBe(true);
    expect(flood.answer).toBe('y'.repeat(1_024));
  } finally {
    await allowed.close();
    drip.close();
    noise.close();
  }
});

let key: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  ({ key } = await sello.newAccount());
});

const CREATED_WITH = [
  'http://example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://intranet/',
]
  .concat([
    'https://a.internal/',
    'https://user@example.com/',
    'https://user:pw@example.com/',
    'ftp://example.com/',
  ])
  .concat([
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'example.com',
    '//example.com/',
    'https://',
  ])
  .concat(['https://example.com/#secret', 'https://0x7f.1/', 'https://169.254.169.254/latest/meta-data'])
  .concat(BAD_PORTS.map((port) => `https://example.com:${port}/`));

test.each(CREATED_WITH)('P37 %s is refused when the webhook is made', async (url) => {
  const answer = await sello.call('POST', `${API}/webhooks`, { key, payload: { url, events: ['*'] } });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain('`url`');
});
