/** Pages, verify and the log are read from a replica, and always show everything that was acknowledged. */

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildSello, runSello, startChildSello } from '../harness/child-sello.ts';
import { openPostgresPair, type PostgresPair } from '../harness/postgres-pair.ts';
import { prepareCaller } from '../harness/storm-place.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

let pair: PostgresPair;
let dataDir: string;
let env: Record<string, string>;
let key: string;
/** Certificates made at the first server are read at the second. */
let writer: ChildSello;
let reader: ChildSello;
beforeAll(async () => {
  pair = await openPostgresPair();
  // Commits do not wait for a replica that is only read.
  await pair.primary.ask(`alter system set synchronous_standby_names = ''`);
  await pair.primary.ask('select pg_reload_conf()');
  dataDir = await mkdtemp(path.join(tmpdir(), 'sello-replica-'));
  env = {
    DATABASE_URL: pair.url,
    SELLO_DATABASE_REPLICA_URL: `postgres://sello@127.0.0.1:${pair.standby.road.port}/sello`,
    SELLO_DATA_DIR: dataDir,
    SELLO_PUBLIC_PER_MINUTE: '0',
  };
  ({ key } = await prepareCaller(env, 1_000_000, {}));
  [writer, reader] = [await startChildSello(env), await startChildSello(env)];
});
afterAll(async () => {
  await Promise.all([writer, reader].map((server) => server?.kill('SIGTERM')));
  await pair?.close();
  await rm(dataDir, { recursive: true, force: true });
});

let made = 0;

async function call(server: ChildSello, method: string, address: string, body?: object) {
  const answer = await fetch(`${server.baseUrl}${address}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return { status: answer.status, body: (await answer.json().catch(() => undefined)) as any };
}

async function certify() {
  made += 1;
  const content = Buffer.from(`file ${made}`);
  const file = { file_name: 'a.txt', file_base64: content.toString('base64'), title: `Title ${made}` };
  const { status, body } = await call(writer, 'POST', `${API}/certificates`, file);
  expect(status).toBe(201);
  const { id, qr_verification_url: url } = body.certificate;
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { id: String(id), page: new URL(url).pathname, sha256 };
}

/** What a stranger, and a caller at either server, must see at once. */
async function expectSeen({ page, sha256 }: Awaited<ReturnType<typeof certify>>, title: string) {
  for (const server of [reader, writer]) {
    expect(await call(server, 'GET', `${page}.json`)).toMatchObject({ status: 200, body: { title } });
    const { body } = await call(server, 'POST', `${API}/verify`, { hashes: [sha256] });
    expect(body.results).toMatchObject([{ certified: true }]);
  }
}

async function rename({ id }: { id: string }, title: string) {
  expect((await call(writer, 'PATCH', `${API}/certificates/${id}`, { title })).status).toBe(200);
}

async function answeredBy(from: 'replica' | 'primary', server = reader): Promise<number> {
  const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
  return Number(new RegExp(`^sello_replica_reads_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

const problems = async () =>
  ((await call(reader, 'GET', '/readyz')).body.problems ?? []).map(({ code }: { code: string }) => code);

/** Looks at pages until the replica answers them again. */
async function untilUsed(page: string) {
  const before = await answeredBy('replica');
  const isUsed = async () => {
    await call(reader, 'GET', `${page}.json`);
    return (await answeredBy('replica')) > before;
  };
  await expect.poll(isUsed, { interval: 50 }).toBe(true);
}

test(`P96 what one process acknowledged is seen at once by another, ${FIGURES.replicaRounds} times, from the replica`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  for (let round = 0; round < FIGURES.replicaRounds; round += 1) {
    const certificate = await certify();
    await expectSeen(certificate, `Title ${made}`);
    await rename(certificate, `Renamed ${round}`);
    await expectSeen(certificate, `Renamed ${round}`);
  }
  expect(await answeredBy('replica')).toBeGreaterThan(FIGURES.replicaRounds / 3);
});

test("P96 the log is read from the replica, and never lacks what a certificate's answer stated", async () => {
  const { page } = await certify();
  const place = async () => (await call(writer, 'GET', `${page}.json`)).body.blockchain.leaf_index;
  await expect.poll(place, { interval: 20 }).toEqual(expect.any(Number));
  const before = await answeredBy('replica');
  const isReadThere = async () => {
    const note = await (await fetch(`${reader.baseUrl}/log/checkpoint`)).text();
    expect(Number(note.split('\n')[1])).toBeGreaterThan(await place());
    return (await answeredBy('replica')) > before;
  };
  await expect.poll(isReadThere, { interval: 50 }).toBe(true);
});

test('P96 while the replica replays nothing, everything that was acknowledged is seen, and operators are told', async () => {
  const older = await certify();
  await untilUsed(older.page);
  await pair.standby.ask('select pg_wal_replay_pause()');
  try {
    for (let round = 0; round < 5; round += 1) {
      const certificate = await certify();
      await expectSeen(certificate, `Title ${made}`);
      await rename(certificate, `Paused ${round}`);
      await expectSeen(certificate, `Paused ${round}`);
      await rename(older, `Older ${round}`);
      await expectSeen(older, `Older ${round}`);
    }
    await expect
      .poll(async () => {
        await call(reader, 'GET', `${older.page}.json`);
        return problems();
      })
      .toContain('replica_behind');
  } finally {
    await pair.standby.ask('select pg_wal_replay_resume()');
  }
  await untilUsed(older.page);
  expect(await problems()).not.toContain('replica_behind');
});

test('P96 neither a frozen nor a killed replica delays callers', {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const certificate = await certify();
  await untilUsed(certificate.page);
  await pair.standby.signal('SIGSTOP');
  await rename(certificate, 'While it is frozen');
  await expectSeen(certificate, 'While it is frozen');
  await pair.standby.signal('SIGCONT');
  await untilUsed(certificate.page);
  const status = await runSello(['status'], env);
  expect(status.out).toMatch(/^Replica +\d+ bytes behind$/m);

  await pair.standby.signal('SIGKILL');
  await expectSeen(await certify(), `Title ${made}`);
  await expect
    .poll(async () => {
      await call(reader, 'GET', `${certificate.page}.json`);
      return problems();
    })
    .toContain('replica_away');
  expect((await runSello(['status'], env)).out).toContain('The read replica cannot be used');
});
