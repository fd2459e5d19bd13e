import { SHARED_THINGS } from '../../server/src/kernel/shares/shared-things.ts';
import { keptMemory } from '../harness/kept-memory.ts';
import { openOwnPageWorld } from '../harness/own-page.ts';
import { openConnection, postHead, postRaw, type RawConnection } from '../harness/raw-http.ts';
import { around, expect } from '../harness/world.ts';

const MB = 1_000_000;
const SHARE = SHARED_THINGS.held_bytes.budget / 2;
/** The bytes that the test itself may hold. */
const MARGIN = 150 * MB;

const test = around(async () => {
  const world = await openOwnPageWorld();
  return { ...world, baseUrl: await world.sello.listen() };
});

type Slow = { path: string; headers: Record<string, string>; key?: string; body: Buffer };

/** Sends all but the last byte, on its own connection; resolves with the status if it is refused before that. */
async function sendSlowly(baseUrl: string, { body, headers, ...slow }: Slow) {
  const connection = await openConnection(baseUrl);
  const length = { 'content-length': String(body.length) };
  await connection.send(postHead({ ...slow, headers: { ...headers, ...length } }));
  let isRefused = false;
  const refused = connection.answer().then(
    ({ status }) => {
      isRefused = true;
      return status;
    },
    () => undefined,
  );
  // Sent in pieces: when the last piece is sent, the server has got those before it.
  const sent = (async () => {
    for (let at = 0; at < body.length - 1 && connection.isOpen && !isRefused; at += MB)
      await connection.send(body.subarray(at, Math.min(at + MB, body.length - 1)));
    return undefined;
  })();
  return { connection, status: await Promise.race([refused, sent]) };
}

async function sendMany(
  baseUrl: string,
  count: number,
  slow: Slow,
  onTestFinished: (close: () => void) => void,
) {
  const open: RawConnection[] = [];
  const refusals: number[] = [];
  const closeAll = () => {
    for (const one of open) one.close();
  };
  onTestFinished(closeAll);
  for (let i = 0; i < count; i += 1) {
    const { connection, status } = await sendSlowly(baseUrl, slow);
    open.push(connection);
    if (status !== undefined) refusals.push(status);
  }
  return { refusals, closeAll };
}

test('P105 sixty slow files of one member take that member’s share of memory and no more, and none of the council’s', {
  timeout: 60_000,
}, async ({ world: { council, sello, baseUrl, enterByLink }, onTestFinished }) => {
  const { cookie } = await enterByLink((await council.member()).id);
  const pdf = Buffer.alloc(15 * MB, '%PDF-');
  const path = `/api/my/${council.accountId}/evidence`;
  const headers = { cookie, 'content-type': 'application/pdf' };
  const before = keptMemory().arrayBuffers;
  const { refusals, closeAll } = await sendMany(baseUrl, 60, { path, headers, body: pdf }, onTestFinished);
  expect(keptMemory().arrayBuffers - before).toBeLessThan(SHARE + MARGIN);
  expect(new Set(refusals)).toEqual(new Set([429]));
  expect(refusals.length).toBeGreaterThanOrEqual(60 - SHARE / 2 / pdf.length - 1);
  // Another member still has a share.
  const other = await enterByLink((await council.member()).id);
  const own = { path, headers: { ...headers, cookie: other.cookie } };
  expect((await postRaw(baseUrl, own, pdf)).status).not.toBe(429);
  const rows = Array.from({ length: 2_000 }, (_, i) => ({ given_name: `Ana ${i}`, first_surname: 'Sol' }));
  const table = Buffer.from(JSON.stringify({ rows, dry_run: true }));
  const importing = {
    path: '/api/public/v1/members/import',
    headers: { 'content-type': 'application/json' },
  };
  // The council still has a share of its own, and so has another account.
  for (const key of [council.key, (await sello.newAccount()).key])
    expect((await postRaw(baseUrl, { ...importing, key }, table)).status).toBe(200);
  closeAll();
  // Closed sockets give their share back.
  const whole = { path, headers };
  await expect
    .poll(async () => (await postRaw(baseUrl, whole, pdf)).status, { timeout: 10_000 })
    .not.toBe(429);
});

test('P105 unfinished batches of one key take its share of the heap and no more', {
  timeout: 60_000,
}, async ({ world: { sello, baseUrl }, onTestFinished }) => {
  const { key } = await sello.newAccount();
  const item = { sha256: 'ab'.repeat(32), file_name: 'a.pdf', description: 'd'.repeat(4_900) };
  const line = Buffer.from(`${JSON.stringify(item)}\n`);
  const body = Buffer.concat(Array.from({ length: 9_900 }, () => line));
  expect(body.length).toBeGreaterThan(45 * MB);
  const path = '/api/public/v1/batches';
  const headers = { 'content-type': 'application/x-ndjson' };
  const before = keptMemory().heapUsed;
  const { refusals, closeAll } = await sendMany(baseUrl, 21, { key, path, headers, body }, onTestFinished);
  expect(keptMemory().heapUsed - before).toBeLessThan(SHARE + MARGIN);
  expect(new Set(refusals)).toEqual(new Set([429]));
  expect(refusals.length).toBeGreaterThanOrEqual(19);
  const other = await sello.newAccount();
  const few = Buffer.concat(Array.from({ length: 1_000 }, () => line));
  expect((await postRaw(baseUrl, { key: other.key, path, headers }, few)).status).toBe(202);
  closeAll();
  await expect.poll(async () => (await postRaw(baseUrl, { key, path, headers }, few)).status).toBe(202);
});
