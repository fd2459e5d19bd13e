/** `sello monitor` on a real log whose database somebody changes; its first run is in a separate process. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeCheckpoint } from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { runSello } from '../../harness/child-sello.ts';
import { makeFakeLog } from '../../harness/fake-log.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { runLogKey } from '../../harness/log-key-command.ts';
import { cosignNewest, startTestWitness } from '../../harness/test-witness.ts';

let world: AnchoredSello;
let url: string;
let folder: string;
let state: string;
beforeEach(async () => {
  world = await openAnchoredSello('when sent');
  url = `${await world.sello.listen()}/log`;
  folder = await mkdtemp(path.join(tmpdir(), 'sello-monitor-'));
  state = path.join(folder, 'log.json');
});
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const monitor = (...args: string[]) => runInside(line(...args), {});
const line = (...args: string[]) => ['monitor', url, '--state', state, '--once', ...args];
const evidence = async () => {
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  return readFile(path.join(folder, file), 'utf8');
};

/** Another history of the log, signed with its own key: what an operator with the database could do. */
async function rewriteHistory(): Promise<void> {
  const { database } = world.sello;
  for (const table of ['cosignatures', 'checkpoints', 'log_nodes', 'log_entries', 'log_places'])
    await database.query(`delete from ${table}`, [], 'rewrite');
  await database.query(`update log_state set size = 0, frontier = '{}'`, [], 'rewrite');
}

test('an honest log is followed from the first run without any alarm', async () => {
  const first = await runSello(line(), {});
  expect([first.status, first.error]).toEqual([0, expect.stringContaining(world.sello.identity.vkey)]);
  expect(first.out).toContain('0 leaves');
  const id = await world.certify();
  await world.anchor();
  const proof = path.join(folder, 'proof.xml');
  await writeFile(proof, (await world.proof(id)).bytes);
  const second = await monitor('--own', proof, '--key', world.sello.identity.vkey);
  expect(second).toMatchObject({ status: 0, error: '' });
  expect(second.out).toContain('1 leaves, root');
  expect(second.out).toContain('1 of your leaves in place, 1 published entries hashed');
  const kept = JSON.parse(await readFile(state, 'utf8'));
  expect(kept).toMatchObject({ url, key: world.sello.identity.vkey });
  expect(decodeCheckpoint(kept.checkpoint).size).toBe(1);
});

test('a new key is trusted in addition to the known one, and never instead of it', async () => {
  await world.certify();
  await monitor();
  const older = world.sello.identity.vkey;
  const newer = await runLogKey(world.sello, 'add');
  const stranger = (await makeFakeLog(older.split('+')[0]!)).vkey;
  expect(await monitor('--key', stranger)).toMatchObject({
    status: 2,
    error: expect.stringContaining('give both'),
  });
  await world.certify();
  expect(await monitor('--key', `${older}\n${newer}\n`)).toMatchObject({ status: 0 });
  await runLogKey(world.sello, 'retire', older.split('+')[1]!);
  await world.certify();
  expect(await monitor()).toMatchObject({ status: 0, out: expect.stringContaining('3 leaves') });
  expect(await monitor('--key', newer)).toMatchObject({ status: 0 });
});

test('a monitor that was not given the new key says which key it lacks', async () => {
  await world.certify();
  await monitor();
  await runLogKey(world.sello, 'add');
  await world.certify();
  await runLogKey(world.sello, 'retire', world.sello.identity.vkey.split('+')[1]!);
  await world.certify();
  const told = await monitor();
  expect(told).toMatchObject({ status: 3, error: expect.stringContaining('(forged)') });
  expect(told.error).toContain(`not signed by ${world.sello.identity.vkey}`);
});

test('P67 a rewritten history is reported in every run, with both signed checkpoints as evidence', async () => {
  await world.certify();
  await world.certify();
  await monitor();
  const before = JSON.parse(await readFile(state, 'utf8')).checkpoint;
  await rewriteHistory();
  for (let i = 0; i < 3; i += 1) await world.certify();
  const found = await runSello(line(), {});
  expect(found.status).toBe(3);
  expect(found.error).toContain('THE LOG BROKE A PROMISE (forked)');
  const now = (await world.sello.call('GET', '/log/checkpoint')).text;
  const kept = await evidence();
  expect([kept.includes(before), kept.includes(now)]).toEqual([true, true]);
  // The state stays at the last good checkpoint, so that the alarm does not end by itself.
  expect((await monitor()).status).toBe(3);
  expect(JSON.parse(await readFile(state, 'utf8')).checkpoint).toBe(before);
});

test('P67 a log that shrank, and a missing leaf of one’s own, are reported', async () => {
  const id = await world.certify();
  await world.certify();
  await world.anchor();
  const proof = path.join(folder, 'proof.xml');
  await writeFile(proof, (await world.proof(id)).bytes);
  await monitor();
  await rewriteHistory();
  await world.certify();
  expect(await monitor()).toMatchObject({ status: 3, error: expect.stringContaining('(shrunk)') });
  await rm(state);
  const missing = await monitor('--own', proof);
  expect(missing).toMatchObject({ status: 3, error: expect.stringContaining('(leaf_missing)') });
  expect(missing.error).toContain(id);
});

test('P67 a witness with a known address is asked directly, and its refusal is exit 3', async () => {
  const witness = await startTestWitness('witness.example/w1', world.sello.identity.vkey);
  await world.sello.ports.cosignatures.name([witness.key.vkey]);
  await world.certify();
  await cosignNewest(world.sello, witness.key);
  expect(await monitor('--witness', witness.setting)).toMatchObject({ status: 0 });
  await rewriteHistory();
  await world.certify();
  await cosignNewest(world.sello, witness.key);
  // Somebody who looks for the first time sees only a log that the witness seems to have cosigned.
  state = path.join(folder, 'first-look.json');
  expect(await monitor('--witness', witness.key.vkey)).toMatchObject({ status: 0 });
  state = path.join(folder, 'asked.json');
  expect(await monitor('--witness', witness.setting)).toMatchObject({
    status: 3,
    error: expect.stringContaining('The witness witness.example/w1 refuses the checkpoint'),
  });
  await witness.close();
});

test('P67 a checkpoint that is not cosigned within the lag is exit 3', async () => {
  const witness = await startTestWitness('witness.example/w2', world.sello.identity.vkey);
  await world.sello.ports.cosignatures.name([witness.key.vkey]);
  await world.certify();
  const demand = () => monitor('--witness', witness.key.vkey, '--lag', '1');
  expect(await demand()).toMatchObject({ status: 3, error: expect.stringContaining('(unwitnessed)') });
  await cosignNewest(world.sello, witness.key);
  expect(await demand()).toMatchObject({ status: 0 });
  await world.certify();
  expect(await demand()).toMatchObject({ status: 3, error: expect.stringContaining('(unwitnessed)') });
  await witness.close();
});

test('an unreachable log is exit 1, wrong arguments are exit 2, and neither changes the state', async () => {
  await monitor();
  const before = await readFile(state, 'utf8');
  const away = await runInside(
    ['monitor', 'http://127.0.0.1:9/log', '--state', path.join(folder, 'x'), '--once'],
    {},
  );
  expect(away).toMatchObject({ status: 1, error: expect.stringContaining('cannot be reached') });
  for (const [args, told] of [
    [['--leaf', 'x'], 'INDEX:HASH'],
    [['--own', path.join(folder, 'nothing')], 'There is no file'],
    [['--own', state], 'is no proof'],
    [['--key', 'nonsense'], 'another key'],
    [['--witness', world.sello.identity.vkey], 'of a witness'],
    [['--witness', `${world.sello.identity.vkey} nowhere`], 'a space and its address'],
    [['--lag', 'soon'], '--lag'],
    [['--quorum', '2'], '--quorum is 2'],
    [['--every', '5'], 'not both'],
  ] as const) {
    expect(await monitor(...args), args.join(' ')).toMatchObject({
      status: 2,
      error: expect.stringContaining(told),
    });
  }
  const other = await runInside(['monitor', `${url}/other`, '--state', state, '--once'], {});
  expect(other).toMatchObject({ status: 2, error: expect.stringContaining('another log') });
  expect(await readFile(state, 'utf8')).toBe(before);
  await writeFile(state, before.slice(0, 40));
  expect(await monitor()).toMatchObject({ status: 1, error: expect.stringContaining('cannot be read') });
});
