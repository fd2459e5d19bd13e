import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIGURES } from '../../chaos/figures.ts';
import { type ChildSello, runSello, startChildSello } from '../../harness/child-sello.ts';
import { listeningPids, memberPids } from '../../harness/group-members.ts';
import { expectPlainWords } from '../../harness/plain-words.ts';

const PAUSE_MS = 20;
const ANSWERS_BETWEEN_KILLS = 50;
let folder: string;
let sello: ChildSello;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-group-'));
  sello = await startChildSello({ SELLO_DATA_DIR: folder, SELLO_PROCESSES: '2' });
});

afterAll(async () => {
  await sello?.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

test('two HTTP processes serve one port, and one that is killed is replaced while the other answers', async () => {
  const [first, second] = await memberPids(sello.pid);
  expect(second).toBeDefined();
  process.kill(first!, 'SIGKILL');
  for (let i = 0; i < 20; i++) expect((await fetch(`${sello.baseUrl}/healthz`)).status).toBe(200);
  await untilBothListen();
  expect(await memberPids(sello.pid)).not.toContain(first);
});

test('no caller is left waiting when a member is killed: each is answered or cut off', async () => {
  const outcomes = new Map<string, number>();
  const ask = async () => {
    const outcome = await fetch(`${sello.baseUrl}/healthz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(20_000),
    }).then(
      ({ status }) => String(status),
      (error: Error) => (error.name === 'TimeoutError' ? 'left waiting' : 'cut off'),
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  let isOver = false;
  let isWhole = true;
  const callers = Array.from({ length: 16 }, async () => {
    while (!isOver) {
      await ask();
      // Without a pause these callers would keep the processors from the member that starts.
      if (!isWhole) await sleep(PAUSE_MS);
    }
  });
  for (let kill = 0; kill < FIGURES.memberKills; kill++) {
    await untilBothListen();
    isWhole = true;
    const enough = (outcomes.get('200') ?? 0) + ANSWERS_BETWEEN_KILLS;
    await expect.poll(() => outcomes.get('200') ?? 0, { timeout: 30_000 }).toBeGreaterThan(enough);
    process.kill((await memberPids(sello.pid))[kill % 2]!, 'SIGKILL');
    isWhole = false;
  }
  await untilBothListen();
  isOver = true;
  await Promise.all(callers);
  expect(outcomes.get('200')).toBeGreaterThan(FIGURES.memberKills * ANSWERS_BETWEEN_KILLS);
  expect(outcomes.get('left waiting') ?? 0).toBe(0);
});

test('the metrics of a group are the sum over its members', async () => {
  // A new connection for each request, so that the members take turns.
  const ask = (path: string) => fetch(`${sello.baseUrl}${path}`, { headers: { connection: 'close' } });
  const counted = async () => {
    const text = await (await ask('/metrics')).text();
    return Number(/^sello_http_requests_total\{[^}]*route="\/readyz"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  for (let i = 0; i < 10; i++) await ask('/readyz');
  expect(await counted()).toBe(10);
  expect(await counted()).toBe(10);
});

test('a second server on the same folder is refused once, and told what to do', async () => {
  const { status, error } = await runSello(['serve'], { PORT: '0', SELLO_DATA_DIR: folder });
  expect(status).toBe(1);
  expectPlainWords(error, 'Stop it, or give this one a folder of its own with SELLO_DATA_DIR=….');
});

test('a group stops completely, and leaves no process behind', async () => {
  const members = await memberPids(sello.pid);
  await sello.kill('SIGTERM');
  for (const pid of members) expect(() => process.kill(pid, 0)).toThrow();
});

test('a second signal, as npm forwards it, does not interrupt a clean shutdown', async () => {
  sello = await startChildSello({ SELLO_DATA_DIR: folder });
  const postgres = Number.parseInt(
    await readFile(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8'),
    10,
  );
  process.kill(sello.pid, 'SIGTERM');
  await sello.kill('SIGTERM');
  expect(await isRunning(postgres)).toBe(false);
});

test('members exit when their parent is killed', async () => {
  sello = await startChildSello({ SELLO_DATA_DIR: folder, SELLO_PROCESSES: '2' });
  const members = await memberPids(sello.pid);
  expect(members).toHaveLength(2);
  await sello.kill('SIGKILL');
  await expect.poll(() => Promise.all(members.map(isRunning))).toEqual([false, false]);
  // The embedded database outlives the parent; a new parent adopts it, and stops it cleanly.
  sello = await startChildSello({ SELLO_DATA_DIR: folder });
});

async function untilBothListen(): Promise<void> {
  const listening = async () => (await listeningPids(sello.pid, sello.baseUrl)).length;
  await expect.poll(listening, { timeout: 30_000 }).toBe(2);
}

async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !status.includes(') Z ');
}
