/**
 * `sello mirror` on a real log, as a separate process: killed at critical moments, read by other people's programs, and
 * shown a fork.
 */

import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeCheckpoint, decodeWitnessKey, tilePath, verifyCosignatures } from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeCryptoEngine as crypto } from '../../../server/src/kernel/crypto-node.ts';
import { originHash } from '../../../server/src/transparency/witness-server/state-folder.ts';
import { startSello } from '../../harness/child-sello.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { runLogKey } from '../../harness/log-key-command.ts';
import { queueLeaves } from '../../harness/log-leaves.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

const READER = fileURLToPath(new URL('../../interop/read_tiled_log.py', import.meta.url));
const ORIGIN = 'log.example.com/mirrored';

let sello: TestSello;
let url: string;
let folder: string;
let state: string;
let vkey: string;
let children: ChildProcess[];
beforeEach(async () => {
  children = [];
  sello = await openTestSello({ SELLO_LOG_ORIGIN: ORIGIN });
  url = `${await sello.listen()}/log`;
  folder = await mkdtemp(path.join(tmpdir(), 'sello-mirrors-'));
  state = path.join(folder, 'mirror');
  const made = await runInside(['mirror', '--new-key', 'mirror.example/m', '--state', state], {});
  expect(made).toMatchObject({ status: 0, error: '' });
  vkey = made.out.trim();
});
afterEach(async () => {
  for (const child of children) {
    const gone = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  await sello.close();
  await rm(folder, { recursive: true, force: true });
});

const line = (...args: string[]) => ['mirror', url, '--key', sello.identity.vkey, '--state', state, ...args];
const copyOnce = (...args: string[]) => runInside(line('--once', ...args), {});

async function grow(count: number): Promise<void> {
  await queueLeaves(sello, count);
  await sello.sequence();
}

/** Starts a mirror that listens, and resolves with its address once it has copied the log. */
async function start(size: number): Promise<{ child: ChildProcess; prefix: string }> {
  const child = startSello(line('--listen', '127.0.0.1:0', '--every', '1'), {});
  children.push(child);
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      told += chunk;
    });
  await expect.poll(() => told, { timeout: 120_000 }).toContain(`${size} leaves`);
  const [, prefix = ''] = /listens at (http:\/\/\S+)/.exec(told) ?? [];
  expect(prefix).toContain(originHash(ORIGIN));
  return { child, prefix };
}

async function bytesOf(address: string): Promise<Buffer | number> {
  const answer = await fetch(address);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
}

test('P150 a mirror serves the very bytes of the log, and a stranger’s program and a monitor accept it as the log', async () => {
  await grow(700);
  const { prefix } = await start(700);
  const tiles = [
    ...[0, 1].map((index) => tilePath({ level: 0, index, width: 256 })),
    ...[1, 100, 188].map((width) => tilePath({ level: 0, index: 2, width })),
    tilePath({ level: 1, index: 0, width: 2 }),
  ];
  for (const name of [...tiles, ...tiles.slice(0, 5).map((one) => one.replace('tile/0/', 'tile/entries/'))])
    expect(await bytesOf(`${prefix}/${name}`), name).toEqual(await bytesOf(`${url}/${name}`));
  for (const name of ['tile/0/003', 'tile/0/002', 'tile/0/002.p/189', 'tile/0/../../key', 'key', 'tile/0/x'])
    expect(await bytesOf(`${prefix}/${name}`), name).toBe(404);
  const { note, size } = decodeCheckpoint(String(await bytesOf(`${prefix}/checkpoint`)));
  expect(size).toBe(700);
  expect(await verifyCosignatures(crypto, note, [await decodeWitnessKey(crypto, vkey)])).toHaveLength(1);
  const read = await promisify(execFile)('python3', [READER, prefix, sello.identity.vkey]);
  expect(read.stdout.trim()).toBe(`${ORIGIN} 700 700 0`);
  const monitor = ['monitor', prefix, '--key', sello.identity.vkey, '--once', '--witness', vkey];
  const watched = await runInside([...monitor, '--state', path.join(folder, 'monitor.json')], {});
  expect(watched).toMatchObject({ status: 0, out: expect.stringContaining('700 leaves') });
  // The copy follows the log, and shows no leaf that its checkpoint does not cover yet.
  await grow(400);
  await expect
    .poll(async () => decodeCheckpoint(String(await bytesOf(`${prefix}/checkpoint`))).size, {
      timeout: 120_000,
    })
    .toBe(1100);
  expect(await bytesOf(`${prefix}/tile/0/002`)).toEqual(await bytesOf(`${url}/tile/0/002`));
});

test('P150 killed with kill -9 while it copies, a mirror goes on where it was', async () => {
  await grow(5_000);
  const bundles = path.join(state, originHash(ORIGIN), 'tile', 'entries');
  const count = async () =>
    (await readdir(bundles).catch(() => [])).filter((name) => /^\d{3}$/.test(name)).length;
  let stored = 0;
  for (const enough of [3, 9]) {
    const child = startSello(line('--once'), {});
    children.push(child);
    const gone = once(child, 'exit');
    await expect.poll(count, { interval: 5, timeout: 120_000 }).toBeGreaterThanOrEqual(enough);
    child.kill('SIGKILL');
    await gone;
    const now = await count();
    expect(now).toBeGreaterThanOrEqual(stored);
    stored = now;
  }
  const done = await copyOnce();
  expect(done).toMatchObject({ status: 0, error: '' });
  const [, entries] = /and (\d+) entries copied/.exec(done.out) ?? [];
  expect(Number(entries)).toBeLessThanOrEqual(5_000 - 256 * (stored - 1));
  const { prefix } = await start(5_000);
  const read = await promisify(execFile)('python3', [READER, prefix, sello.identity.vkey]);
  expect(read.stdout.trim()).toBe(`${ORIGIN} 5000 5000 0`);
});

test('P150 a log that shows another history is refused with both checkpoints, and the copy is served on', async () => {
  await grow(300);
  const { prefix } = await start(300);
  const before = await bytesOf(`${prefix}/checkpoint`);
  for (const table of ['cosignatures', 'checkpoints', 'log_nodes', 'log_entries', 'log_places'])
    await sello.database.query(`delete from ${table}`, [], 'rewrite');
  await sello.database.query(`update log_state set size = 0, frontier = '{}'`, [], 'rewrite');
  await grow(400);
  const evidence = path.join(state, 'breach-forked.txt');
  await expect
    .poll(() => readFile(evidence, 'utf8').catch(() => ''), { timeout: 120_000 })
    .toContain('forked');
  const text = await readFile(evidence, 'utf8');
  expect(text.match(/=== checkpoint/g)).toHaveLength(2);
  expect(text).toContain(`${ORIGIN}\n300\n`);
  expect(await bytesOf(`${prefix}/checkpoint`)).toEqual(before);
  expect(await bytesOf(`${prefix}/tile/0/001.p/44`)).toHaveLength(44 * 32);
});

test('a fork ends a copy that is made once with status 3; a log that is away, with 1', async () => {
  await grow(3);
  expect(await copyOnce()).toMatchObject({ status: 0, out: expect.stringContaining('3 leaves') });
  await sello.database.query('delete from checkpoints', [], 'rewrite');
  await sello.database.query('delete from log_nodes', [], 'rewrite');
  await sello.database.query('delete from log_entries', [], 'rewrite');
  await sello.database.query('delete from log_places', [], 'rewrite');
  await sello.database.query(`update log_state set size = 0, frontier = '{}'`, [], 'rewrite');
  await grow(3);
  expect(await copyOnce()).toMatchObject({ status: 3, error: expect.stringContaining('forked') });
  const away = ['mirror', 'http://127.0.0.1:9/log', '--key', sello.identity.vkey, '--state', state, '--once'];
  expect(await runInside(away, {})).toMatchObject({
    status: 1,
    error: expect.stringContaining('cannot be reached'),
  });
});

test('a mirror follows a log through a change of its keys, and holds to ML-DSA-44 alone', async () => {
  await grow(2);
  const quantum = (await sello.call('GET', '/log/keys')).body.ml_dsa_keys[0].key;
  const by = (key: string) => runInside(['mirror', url, '--key', key, '--state', state, '--once'], {});
  expect(await by(quantum)).toMatchObject({ status: 0, out: expect.stringContaining('2 leaves') });
  const newer = await runLogKey(sello, 'add');
  await grow(2);
  await runLogKey(sello, 'retire', sello.identity.vkey.split('+')[1] ?? '');
  await grow(2);
  expect(await by(sello.identity.vkey)).toMatchObject({
    status: 3,
    error: expect.stringContaining('forged'),
  });
  expect(await by(newer)).toMatchObject({ status: 0, out: expect.stringContaining('6 leaves') });
});

test('a mirror is told what it lacks', async () => {
  const key = sello.identity.vkey;
  const other = path.join(folder, 'other');
  const cases: [args: string[], status: number, words: string][] = [
    [['mirror', url, '--key', key], 2, '--state'],
    [['mirror', url, '--state', state], 2, 'Give the verifier key'],
    [['mirror', 'ftp://x', '--key', key, '--state', state], 2, 'http://'],
    [['mirror', '--key', key, '--state', state], 2, 'address of the log'],
    [['mirror', url, '--key', 'x', '--state', state], 2, '--key cannot be used'],
    [['mirror', url, '--key', key, '--state', state, '--once', '--every', '5'], 2, '--once'],
    [['mirror', url, '--key', key, '--state', other], 1, 'sello mirror --new-key'],
    [['mirror', '--new-key', 'm', '--state', state], 1, 'exists already'],
    [['mirror', '--new-key', 'm', '--state', other, '--algorithm', 'rsa'], 2, '--algorithm must be'],
  ];
  for (const [args, status, words] of cases) {
    const said = await runInside(args, {});
    expect([args.join(' '), said.status, said.error]).toEqual([
      args.join(' '),
      status,
      expect.stringContaining(words),
    ]);
  }
});
