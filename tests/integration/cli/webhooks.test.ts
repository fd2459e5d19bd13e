import { Sello } from '@sello/sdk/source';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../../../server/src/cli/shared/usage.ts';
import { forwardNext, webhooksCommand } from '../../../server/src/cli/webhooks.ts';
import { type HttpExchange, type HttpServer, openHttpServer } from '../../harness/http-server.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

/** What the account's feed holds, oldest first. */
const feed = ['evt_1', 'evt_2', 'evt_3'].map((id) => ({
  id,
  type: 'certificate.created',
  timestamp: '2026-11-15T00:00:00.000Z',
  data: { id: 'cert_ñ' },
}));

let api: HttpServer;
let program: HttpServer;
let received: HttpExchange[];
let status: number;
beforeAll(async () => {
  api = await openHttpServer(({ url, response }) => {
    const query = new URL(url, 'http://x').searchParams;
    const after = feed.findIndex(({ id }) => id === query.get('after')) + 1;
    const events = feed.slice(after, after + 2);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ events, pagination: { has_more: after + 2 < feed.length } }));
  });
  program = await openHttpServer((exchange) => {
    received.push(exchange);
    exchange.response.writeHead(status).end();
  });
});
beforeEach(() => {
  received = [];
  status = 200;
});
afterAll(async () => {
  await api.refuse();
  await program.refuse();
});

async function forwardAfter(last: string | undefined, forward = program.origin) {
  const lines: string[] = [];
  const sello = new Sello({ apiKey: 'sello_test_x', baseUrl: api.origin });
  const listener = { forward, secret: SECRET, types: undefined };
  const newest = await forwardNext(sello, listener, last, { out: (line) => lines.push(line) });
  return { newest, lines };
}

test('events are forwarded in order, page after page, with signatures that any library accepts', async () => {
  const { newest, lines } = await forwardAfter(undefined);
  expect(newest).toBe('evt_3');
  expect(lines).toHaveLength(3);
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1', 'evt_2', 'evt_3']);
  for (const { body, headers } of received) {
    const believed = new Webhook(SECRET).verify(body, headers as Record<string, string>);
    expect(believed).toEqual({ type: feed[0]?.type, timestamp: feed[0]?.timestamp, data: feed[0]?.data });
  }
  expect(await forwardAfter('evt_3')).toEqual({ newest: 'evt_3', lines: [] });
});

test('a program that refuses or is not running is reported, and the next event is sent', async () => {
  status = 500;
  expect((await forwardAfter('evt_1')).lines).toEqual([
    expect.stringContaining('evt_2  → 500'),
    expect.stringContaining('evt_3  → 500'),
  ]);
  const gone = await openHttpServer(() => {});
  await gone.refuse();
  const away = await forwardAfter('evt_2', gone.origin);
  expect(away).toMatchObject({
    newest: 'evt_3',
    lines: [expect.stringContaining('no answer (ECONNREFUSED)')],
  });
});

test('missing or wrong arguments are reported', async () => {
  const terminal = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
  for (const [args, words] of [
    [['lisen'], 'Did you mean "listen"?'],
    [['listen'], '--forward'],
    [['listen', '--forward', 'localhost:3000'], 'must be an address'],
    [['listen', '--forward', 'http://localhost:1', '--secret', 'x'], 'whsec_'],
    [['listen', '--forward', 'http://localhost:1', '--after', 'x'], 'evt_'],
    [['listen', '--forward', 'http://localhost:1'], 'SELLO_URL'],
  ] as const) {
    const failure = await webhooksCommand([...args], terminal).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure).toMatchObject({ message: expect.stringContaining(words) });
  }
});
