/**
 * The facts of a running process reach its conditions: each fault is caused, and `/readyz` and the operator's first
 * page name it. Faults of the bucket, the witnesses, the chain and the replica have tests beside their own subject.
 */

import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Query } from '../../../server/src/database/pool.ts';
import { openFaultyPsc } from '../../harness/faulty-psc.ts';
import { fileForm } from '../../harness/multipart.ts';
import { asOperator, newOperator, type TestOperator } from '../../harness/operator.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';
import { around, expect } from '../../harness/world.ts';

const run = promisify(execFile);

const test = around(async () => {
  const psc = await openFaultyPsc();
  const sello = await openTestSello(psc.env);
  const operator = await newOperator(sello);
  const { key } = await sello.newAccount();
  let posted = 0;
  return {
    psc,
    sello,
    told: (at = sello) => readConditions(at, asOperator(at, operator)),
    post() {
      posted += 1;
      return sello.call('POST', `${API}/certificates`, { key, ...fileForm(`document ${posted}`) });
    },
    close: () => sello.close().then(psc.close),
  };
});

/**
 * The conditions that `/readyz` and the operator's page name, which must be the same, without those of the machine's
 * disk.
 */
async function readConditions(sello: TestSello, operator: TestOperator): Promise<string[]> {
  const ready = await sello.call('GET', '/readyz');
  const { status, body } = await operator.operate('GET', '/health');
  expect([ready.status, status]).toEqual([200, 200]);
  const names: string[] = (ready.body.problems ?? []).map((one: { condition: string }) => one.condition);
  expect(body.conditions.map(({ name }: { name: string }) => name)).toEqual(names);
  for (const { level, touches, text } of body.conditions) {
    const parts = touches.map((part: string) => ready.body.parts[part]);
    for (const part of parts) expect(level === 'red' ? ['red'] : ['yellow', 'red']).toContain(part);
    expect(parts.length).toBeGreaterThan(0);
    expect(text).toMatch(/^\w.{10,}/);
  }
  return names.filter((name) => !name.startsWith('disk_'));
}

test('P122 a process without a fault names none', async ({ world: { told } }) => {
  expect(await told()).toEqual([]);
});

test('P122 commits of another process that wait for a standby', async ({ world: { sello, told } }) => {
  const { query } = sello.ports.records;
  // Only the content of PostgreSQL's view is replaced; the query is the real one.
  const showing =
    (seconds: number): Query =>
    (text, params, name) =>
      name === 'standby-missing'
        ? query(text.replace('pg_stat_activity', sessionWaiting(seconds)), params)
        : query(text, params, name);
  sello.ports.records.query = showing(3);
  expect(await told()).toEqual(['standby_missing']);
  sello.ports.records.query = showing(1);
  expect(await told()).toEqual([]);
  sello.ports.records.query = query;
});

function sessionWaiting(seconds: number): string {
  return `(select current_database() as datname, 'SyncRep' as wait_event,
                  now() - interval '${seconds} seconds' as state_change) sessions`;
}

test('P122 the folder of the files is away', async ({ world: { sello, told } }) => {
  const folder = path.join(sello.dataDir, 'files');
  await rename(folder, `${folder}-away`);
  expect(await told()).toContain('files_away');
  await rename(`${folder}-away`, folder);
  expect(await told()).toEqual([]);
});

test('P122 ten clean-ups that wait', async ({ world: { sello, told } }) => {
  let isAway = true;
  const task = async () => {
    if (isAway) throw new Error('away');
  };
  for (let i = 0; i < 10; i++) await sello.ports.untilDone('test', task);
  expect(await told()).toEqual(['cleanups_waiting']);
  isAway = false;
  await expect.poll(() => told()).toEqual([]);
});

test('P122 hardly a file can be opened any more', async ({ world: { told } }) => {
  const limit = /(\d+|unlimited)/.exec(
    (await run('prlimit', [...OF_US, '--output=SOFT', '--noheadings'])).stdout,
  )?.[0];
  // Opens so many descriptors that the tenth that is left suffices for everything else in this process.
  const opened = Array.from({ length: 3_000 }, () => openSync('/dev/null', 'r'));
  try {
    const most = Math.floor(readdirSync('/proc/self/fd').length / 0.93);
    await run('prlimit', ['--pid', String(process.pid), `--nofile=${most}:`]);
    expect(await told()).toEqual(['descriptors_short']);
  } finally {
    await run('prlimit', ['--pid', String(process.pid), `--nofile=${limit}:`]);
    for (const one of opened) closeSync(one);
  }
  expect(await told()).toEqual([]);
});

const OF_US = ['--pid', String(process.pid), '--nofile'];

test('P122 the clock of this machine is off by more than a second', async ({
  world: { sello, told, post },
}) => {
  const certify = async () => expect((await post()).status).toBe(201);
  sello.advance(5_000);
  await certify();
  expect(await told()).toEqual(['clock_off']);
  sello.advance(-5_000);
  await certify();
  expect(await told()).toEqual([]);
});

test('P122 the only provider fails, and is asked no more', async ({ world: { psc, told, post } }) => {
  psc.behave('server error');
  for (let i = 0; i < 5; i++) expect((await post()).status).toBe(502);
  expect(await told()).toEqual(['providers_away']);
});

test('P122 a mail that no server takes', async ({ world: { sello, told } }) => {
  // Nothing listens there.
  const mailing = await sello.another({
    SELLO_SMTP_URL: 'smtp://127.0.0.1:1',
    SELLO_MAIL_FROM: 'Sello <no-reply@sello.example>',
  });
  const mail = { to: 'ana@example.com', subject: 'Hello', text: 'Hello' };
  await expect(mailing.ports.directMail?.send(mail)).rejects.toThrow();
  expect(await told(mailing)).toEqual(['mail_failing']);
});
