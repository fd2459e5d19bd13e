/** `sello witness` as its operators run it: separate processes, killed at critical moments. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  decodeCheckpoint,
  decodeNote,
  decodeWitnessKey,
  encodeAddCheckpoint,
  verifyCosignatures,
} from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeCryptoEngine as crypto } from '../../../server/src/kernel/crypto-node.ts';
import {
  offerCheckpoint,
  SAME_OFFER_MS,
} from '../../../server/src/transparency/witnesses/offer-checkpoints.ts';
import { startSello } from '../../harness/child-sello.ts';
import { type FakeLog, makeFakeLog } from '../../harness/fake-log.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { queueLeaves } from '../../harness/log-leaves.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

type ChildWitness = { url: string; vkey: string; state: string; child: ChildProcess };

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  children = [];
  folder = await mkdtemp(path.join(tmpdir(), 'sello-witnesses-'));
});
afterEach(async () => {
  for (const child of children) {
    const gone = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
});

async function newKey(name: string): Promise<{ state: string; vkey: string }> {
  const state = path.join(folder, name.replaceAll('/', '-'));
  const made = await runInside(['witness', '--new-key', name, '--state', state], {});
  expect(made).toMatchObject({ status: 0, error: '' });
  return { state, vkey: made.out.trim() };
}

async function start({ state, vkey }: { state: string; vkey: string }, log: string): Promise<ChildWitness> {
  const child = startSello(['witness', '--state', state, '--log', log, '--listen', '127.0.0.1:0'], {});
  children.push(child);
  let told = '';
  for await (const chunk of child.stderr) {
    told += chunk;
    const [, url] = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(told) ?? [];
    if (url !== undefined && told.includes(vkey)) return { url, vkey, state, child };
  }
  throw new Error(`the witness did not start: ${told}`);
}

async function kill({ child }: ChildWitness): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('two Sellos witness each other: each checkpoint carries the cosignature of the other’s witness', async () => {
  const keys = [await newKey('witness.a.example'), await newKey('witness.b.example')] as const;
  const sellos: TestSello[] = [];
  try {
    // Each witness gets the key of the other's log before either log has a leaf.
    for (const origin of ['a.example/log', 'b.example/log'])
      sellos.push(await openTestSello({ SELLO_LOG_ORIGIN: origin }));
    const [a, b] = sellos as [TestSello, TestSello];
    const ofA = await start(keys[0], b.identity.vkey);
    const ofB = await start(keys[1], a.identity.vkey);
    for (const [sello, witness] of [
      [a, ofB],
      [b, ofA],
    ] as const) {
      const other = await sello.another({ SELLO_WITNESSES: `${witness.vkey} ${witness.url}` });
      await queueLeaves(other, 3);
      await other.sequence();
      other.advance(SAME_OFFER_MS);
      expect(await offerCheckpoint(other.ports, other.ports.witnesses.all[0]!)).toBe(true);
      const { note } = decodeCheckpoint((await other.call('GET', '/log/checkpoint')).text);
      const key = await decodeWitnessKey(crypto, witness.vkey);
      expect(await verifyCosignatures(crypto, note, [key])).toHaveLength(1);
      expect((await other.call('GET', '/log/witnessed-checkpoint')).status).toBe(200);
    }
  } finally {
    for (const sello of sellos) await sello.close();
  }
});

async function offer(url: string, log: FakeLog, oldSize: number, size: number) {
  const note = await log.checkpoint(size);
  const proof = log.consistency(oldSize, size);
  const body = encodeAddCheckpoint({ oldSize, proof, note });
  const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: answer.status, text: await answer.text(), note };
}

test('P66 a witness killed with kill -9 between storing and answering forgets nothing and cosigns no fork', async () => {
  const log = await makeFakeLog('log.example/killed');
  const key = await newKey('witness.example/killed');
  let witness = await start(key, log.vkey);
  let old = 0;
  for (let round = 1; round <= 3; round += 1) {
    log.growTo(round * 5);
    // Kills the witness when the new state gets its name: the answer is not sent yet, or is on its way.
    const stored = new Promise<void>((resolve) => {
      const watcher = watch(witness.state, (_, name) => {
        if (!name?.endsWith('.checkpoint')) return;
        watcher.close();
        witness.child.kill('SIGKILL');
        resolve();
      });
    });
    const gone = once(witness.child, 'exit');
    const answered = await offer(witness.url, log, old, round * 5).catch(() => undefined);
    await stored;
    await gone;
    const [name = ''] = (await readdir(witness.state)).filter((one) => one.endsWith('.checkpoint'));
    const kept = await readFile(path.join(witness.state, name), 'utf8');
    expect(decodeCheckpoint(kept).size).toBe(round * 5);
    if (answered !== undefined) expect(kept).toContain(answered.text);
    witness = await start(key, log.vkey);
    const fork = log.forkAt(old + 1);
    fork.growTo(round * 5);
    expect((await offer(witness.url, fork, old, round * 5)).status).toBe(409);
    expect((await offer(witness.url, fork, round * 5, round * 5)).status).toBe(422);
    const again = await offer(witness.url, log, round * 5, round * 5);
    expect(again.status).toBe(200);
    const vkey = await decodeWitnessKey(crypto, key.vkey);
    expect(await verifyCosignatures(crypto, decodeNote(`${again.note}${again.text}`), [vkey])).toHaveLength(
      1,
    );
    old = round * 5;
  }
  await kill(witness);
});

test('a witness stops at SIGTERM, keeps its key, and starts only with a key, a folder and a log', async () => {
  const log = await makeFakeLog('log.example/plain');
  const key = await newKey('witness.example/plain');
  const witness = await start(key, log.vkey);
  const second = await runInside(
    ['witness', '--state', key.state, '--log', log.vkey, '--listen', '127.0.0.1:0'],
    {},
  );
  expect(second).toMatchObject({ status: 1, error: expect.stringContaining('Another witness uses') });
  const gone = once(witness.child, 'exit');
  witness.child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  for (const [args, status, told] of [
    [['--new-key', 'again', '--state', key.state], 1, 'exists already'],
    [['--new-key', 'a b', '--state', path.join(folder, 'b')], 1, 'cannot be the name'],
    [['--state', path.join(folder, 'none'), '--log', log.vkey], 1, 'There is no key'],
    [['--state', key.state], 2, 'at least one log'],
    [['--state', key.state, '--log', 'nonsense'], 1, 'is no log'],
    [['--state', key.state, '--log', log.vkey, '--listen', '8100'], 2, 'HOST:PORT'],
    [['--log', log.vkey], 2, '--state'],
  ] as const) {
    const ended = await runInside(['witness', ...args], {});
    expect(ended, args.join(' ')).toMatchObject({ status, error: expect.stringContaining(told) });
  }
});
