import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { LOOK_EVERY_MS } from '../../../server/src/http/connection/stalled-readers.ts';
import { SHARED_THINGS } from '../../../server/src/kernel/shares/shared-things.ts';
import { expectRefusal } from '../../harness/expect-refusal.ts';
import { fillAccount } from '../../harness/fill-account.ts';
import { forFile } from '../../harness/for-file.ts';
import { keptMemory } from '../../harness/kept-memory.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const ROWS = 20_000;
const PATIENTLY = { timeout: 60_000 };

let base: string;
const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());
beforeAll(async () => {
  await fillAccount({ query: sello.database.query, account: caller.account }, ROWS);
  base = await sello.listen();
});

const authorization = () => `Bearer ${caller.key}`;

/** A client that asks and then reads nothing until it is told to. */
async function ask(path: string, port = Number(new URL(base).port)): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${API}${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization()}\r\n\r\n`);
  return socket;
}

test('twenty thousand rows are streamed, each once, in little memory', async () => {
  const before = keptMemory().heapUsed;
  let most = 0;
  let rows = 0;
  let rest = '';
  const response = await fetch(`${base}${API}/certificates/export?format=ndjson`, {
    headers: { authorization: authorization() },
  });
  const decoder = new TextDecoder();
  const ids = new Set<string>();
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) ids.add(line.slice(7, 34));
    rows += lines.length;
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect([rows, ids.size, rest]).toEqual([ROWS, ROWS, '']);
  // The whole is about 20 MB of text.
  expect(most).toBeLessThan(120_000_000);
});

test('a client that reads nothing pauses the export, and only a few exports run at once', async () => {
  // A hundred megabytes: more than the buffers of the system take.
  const widen = `update certificates set description = repeat('long ', 1000) where account_id = $1`;
  await sello.database.query(widen, [caller.account.id], 'widen');
  const made = await sello.call('POST', `${API}/members`, {
    key: caller.key,
    payload: { given_name: 'Ana', first_surname: 'Luna' },
  });
  const member = made.body.member.id;
  const numbers = vi.spyOn(sello.ports.search, 'numbers');
  const slow = await Promise.all(
    Array.from({ length: SHARED_THINGS.exports.most }, () => ask('/certificates/export?format=ndjson')),
  );
  const answer = () => sello.call('GET', `${API}/certificates/export?limit=1`, { key: caller.key });
  try {
    // Waits until both exports have begun: before that, this read could take the slot of one of them.
    await expect.poll(() => slow.every(({ bytesRead }) => bytesRead > 0), PATIENTLY).toBe(true);
    const refused = await answer();
    expect(expectRefusal(refused, 429, 'rate_limit_exceeded')).toContain('your whole share of exports');
    expect(refused.headers['retry-after']).toBe('10');
    // The account's running exports also count against the limit for every other kind of export.
    const otherKind = await sello.call('GET', `${API}/members/${member}/export`, { key: caller.key });
    expect(expectRefusal(otherKind, 429, 'rate_limit_exceeded')).toContain('your whole share of exports');
    // Rows that the client does not take are not read from the database.
    expect(numbers.mock.calls.length).toBeLessThan((2 * ROWS) / 500);
  } finally {
    // When a client leaves, its slot becomes free.
    for (const socket of slow) socket.destroy();
    numbers.mockRestore();
  }
  await expect.poll(async () => (await answer()).status, PATIENTLY).toBe(200);
});

test('P105: an export that nobody reads releases its slot, because its connection is closed', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  const watched = await sello.another();
  const looks = intervals.mock.calls.flatMap(([look, ms]) => (ms === LOOK_EVERY_MS ? [look] : []));
  intervals.mockRestore();
  const port = Number(new URL(await watched.listen()).port);
  const answer = () => watched.call('GET', `${API}/certificates/export?limit=1`, { key: caller.key });
  const slow = await Promise.all(
    Array.from({ length: SHARED_THINGS.exports.most }, () => ask('/certificates/export?format=ndjson', port)),
  );
  try {
    await expect.poll(() => slow.every(({ bytesRead }) => bytesRead > 0), PATIENTLY).toBe(true);
    expect((await answer()).status).toBe(429);
    const lookAndAsk = async () => {
      for (const look of looks) look();
      return (await answer()).status;
    };
    await expect.poll(lookAndAsk, PATIENTLY).toBe(200);
  } finally {
    for (const socket of slow) socket.destroy();
  }
});

test('a failure in the middle aborts the transfer, so that nobody takes a part for the whole', async () => {
  const real = sello.ports.search.at;
  const at = vi.spyOn(sello.ports.search, 'at');
  at.mockImplementationOnce(real).mockImplementationOnce(() => {
    throw new Error('the disk is gone');
  });
  const response = await fetch(`${base}${API}/certificates/export?format=csv`, {
    headers: { authorization: authorization() },
  });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  at.mockRestore();
});

test('an archive of more than ten thousand is refused with advice', async () => {
  const answer = await sello.call('GET', `${API}/certificates/export?format=zip`, { key: caller.key });
  const message = expectRefusal(answer, 422, 'validation_failed');
  expect(message).toContain(`${ROWS} certificates match`);
  expect(message).toContain('`limit=10000`');
});
