import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { vi } from 'vitest';
import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { API, openTestSello } from '../../../harness/test-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello).extend(
  'wait',
  ({ world }) =>
    (id: string, query = 'wait=certified&timeout=60', key = world.caller.key) =>
      world.sello.call('GET', `${API}/certificates/${id}?${query}`, { key }),
);

test('a certificate that is already certified is answered at once', async ({ world, wait }) => {
  const id = await world.certify();
  await world.anchorAndMine();
  const { status, body } = await wait(id);
  expect([status, body.certificate.status]).toEqual([200, 'certified']);
});

test('after the timeout the answer shows the state at that moment', async ({ world, wait }) => {
  const id = await world.certify();
  const begun = performance.now();
  const { status, body } = await wait(id, 'wait=certified&timeout=1');
  expect([status, body.certificate.status]).toEqual([200, 'anchoring']);
  expect(performance.now() - begun).toBeGreaterThan(990);
});

test('a thousand callers can wait, each for one call, without holding a database connection', async ({
  world,
}) => {
  const COUNT = 1_000;
  const { account, key } = await world.sello.newAccount();
  const { id } = await world.sello.certify(key, randomBytes(12));
  const waiting = Array.from({ length: COUNT }, () =>
    world.sello.app.inject({
      url: `${API}/certificates/${id}?wait=certified&timeout=60`,
      headers: { authorization: `Bearer ${key}` },
    }),
  );
  // A call is counted when it begins to wait.
  const used = async () =>
    (await world.sello.ports.keys.list(account.id, world.sello.ports.now()))[0]?.monthCalls;
  await expect.poll(used).toBe(1 + COUNT);
  const busy = async () => {
    const [row] = await world.sello.database.query(
      `select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
      [],
      'busy',
    );
    return Number(row?.n);
  };
  // Polled, because the last calls may still be counted. If waiting calls held connections, these would stay busy for
  // the whole minute.
  await expect.poll(busy, { timeout: 20_000 }).toBeLessThan(3);
  await world.sello.sequence();
  await world.anchorAndMine();
  const answers = await Promise.all(waiting);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.json().certificate.status))).toEqual(new Set(['certified']));
  expect(await used()).toBe(1 + COUNT);
});

test('a caller who hangs up no longer waits, and a stopping server answers at once', async () => {
  const sello = await openTestSello();
  try {
    const { key } = await sello.newAccount();
    const { id } = await sello.certify(key);
    const { port } = new URL(await sello.listen());
    const head = `GET ${API}/certificates/${id}?wait=certified&timeout=60 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`;
    const gone = connect(Number(port), '127.0.0.1');
    gone.write(head);
    const stays = connect(Number(port), '127.0.0.1');
    let text = '';
    stays.on('data', (chunk) => {
      text += chunk;
    });
    stays.write(head);
    await expect
      .poll(
        async () => (await sello.database.query('select month_calls as n from api_key_usage', [], 'u'))[0]?.n,
      )
      .toBe(3);
    const read = vi.spyOn(sello.ports.anchorWatch, 'read');
    gone.destroy();
    const connections = () =>
      new Promise((resolve) => sello.app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections).toBe(1);
    expect(text).toBe('');
    const begun = performance.now();
    await sello.app.close();
    // A call that went on waiting would take a minute.
    expect(performance.now() - begun).toBeLessThan(30_000);
    await expect.poll(() => text).toContain('"status":"stamped"');
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    // Only certificates that somebody still waits for are read.
    expect(read.mock.calls.map(([awaited]) => awaited.length)).toEqual([1]);
  } finally {
    await sello.close();
  }
});
