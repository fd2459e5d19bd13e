import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addSignatures,
  decodeNote,
  decodeWitnessKey,
  EMPTY_ROOT,
  encodeAddCheckpoint,
  verifyCosignatures,
} from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeLog, makeFakeLog } from '../../../../tests/harness/fake-log.ts';
import { nodeCryptoEngine as crypto } from '../../kernel/crypto-node.ts';
import { makeWitness } from './cosign-checkpoint.ts';
import { type KnownLogs, readKnownLogs } from './known-logs.ts';
import { openStateFolder, originHash, type WitnessMemory } from './state-folder.ts';
import { makeWitnessKey, readWitnessKey, type WitnessKey } from './witness-key.ts';

const NOW = new Date('2026-05-01T12:00:00Z');

let folder: string;
let memory: WitnessMemory & { close(): void };
let key: WitnessKey;
let log: FakeLog;
let logs: KnownLogs;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-witness-'));
  memory = await openStateFolder(folder, { mayBegin: true });
  key = (await makeWitnessKey({ crypto, randomBytes }, 'witness.example/w1')).key;
  log = await makeFakeLog('log.example/one');
  logs = await readKnownLogs({ crypto }, log.vkey);
});
afterEach(async () => {
  memory.close();
  await rm(folder, { recursive: true, force: true });
});

const witness = (used: WitnessMemory = memory) =>
  makeWitness({ memory: used, crypto, now: () => NOW }, key, logs);
const offer = async (body: string) => witness().addCheckpoint(body);

async function isCosigned(note: string, line: string): Promise<boolean> {
  const found = await verifyCosignatures(crypto, decodeNote(addSignatures(note, [line])), [
    await decodeWitnessKey(crypto, key.vkey),
  ]);
  return found !== 'forged' && found[0]?.timeSeconds === NOW.getTime() / 1000;
}

test('a log that grows is cosigned, step by step, at the time of the witness', async () => {
  let old = 0;
  for (const size of [0, 1, 2, 2, 7, 300]) {
    log.growTo(size);
    const note = await log.checkpoint();
    const answer = await offer(
      encodeAddCheckpoint({ oldSize: old, proof: log.consistency(old, size), note }),
    );
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    expect(await isCosigned(note, answer.line)).toBe(true);
    old = size;
  }
});

test('what it shows is the checkpoint with the signatures of the log and its own', async () => {
  log.growTo(3);
  const note = await log.checkpoint();
  const stranger = `— stranger.example ${randomBytes(68).toString('base64')}\n`;
  const answer = await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: `${note}${stranger}` }));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  expect(await memory.read('log.example/one')).toBe(addSignatures(note, [answer.line]));
});

test('404: a log that it was not told of', async () => {
  const other = await makeFakeLog('log.example/other');
  const note = await other.checkpoint();
  expect(await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note }))).toMatchObject({ status: 404 });
});

test('403: a known name with the key of somebody else, and a signature that is not by its key', async () => {
  const impostor = await makeFakeLog('log.example/one');
  const note = await impostor.checkpoint();
  expect(await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note }))).toMatchObject({ status: 403 });
  log.growTo(2);
  const forged = (await log.checkpoint()).replace('\n2\n', '\n3\n');
  expect(await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: forged }))).toMatchObject({
    status: 403,
  });
});

test('400: a body that is no offer, and an old size beyond the checkpoint', async () => {
  for (const body of ['', 'old 0', 'old x\n\nnote', 'old 0\n\nno note at all\n'])
    expect(await offer(body)).toMatchObject({ status: 400 });
  const note = await log.checkpoint();
  expect(await offer(encodeAddCheckpoint({ oldSize: 1, proof: [], note }))).toMatchObject({ status: 400 });
});

test('400: a checkpoint that leaves no room for a cosignature, before anything is signed', async () => {
  const extension = 'x'.repeat(63 * 1024);
  const note = await log.sign({ size: 1, root: randomBytes(32) }, [extension]);
  const body = encodeAddCheckpoint({ oldSize: 0, proof: [], note });
  expect(await offer(body)).toMatchObject({ status: 400, because: expect.stringContaining('too long') });
});

test('409: a log that remembers another size is told the right one', async () => {
  log.growTo(5);
  await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() }));
  log.growTo(9);
  const note = await log.checkpoint();
  for (const oldSize of [0, 4, 6]) {
    const proof = log.consistency(oldSize, 9);
    expect(await offer(encodeAddCheckpoint({ oldSize, proof, note }))).toEqual({ status: 409, knownSize: 5 });
  }
});

test('P66 422: a fork, at the same size or a larger one, is never cosigned', async () => {
  log.growTo(5);
  await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() }));
  const fork = log.forkAt(2);
  for (const size of [5, 6, 40]) {
    fork.growTo(size);
    const note = await fork.checkpoint();
    for (const proof of [fork.consistency(5, size), log.consistency(3, 5), []]) {
      const answer = await offer(encodeAddCheckpoint({ oldSize: 5, proof, note }));
      expect(answer.status, `${size} leaves`).toBe(422);
    }
  }
});

test('P66 a rollback is never cosigned: an older checkpoint of the same log is refused', async () => {
  log.growTo(3);
  const older = await log.checkpoint();
  log.growTo(8);
  await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() }));
  expect(await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: older }))).toEqual({
    status: 409,
    knownSize: 8,
  });
  expect(await offer(encodeAddCheckpoint({ oldSize: 3, proof: [], note: older }))).toMatchObject({
    status: 409,
  });
});

test('422: an empty log with another root, and a proof where nothing precedes', async () => {
  const odd = await log.sign({ size: 0, root: randomBytes(32) });
  expect(await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: odd }))).toMatchObject({
    status: 422,
  });
  const note = await log.sign({ size: 0, root: EMPTY_ROOT });
  const proof = [randomBytes(32)];
  expect(await offer(encodeAddCheckpoint({ oldSize: 0, proof, note }))).toMatchObject({ status: 422 });
});

test('P66 of many offers at once only those are cosigned that follow each other', async () => {
  log.growTo(1);
  const first = await log.checkpoint();
  const one = witness();
  await one.addCheckpoint(encodeAddCheckpoint({ oldSize: 0, proof: [], note: first }));
  // Twenty different histories, each of which extends what was cosigned.
  const bodies = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const fork = log.forkAt(1);
      fork.growTo(2);
      return encodeAddCheckpoint({
        oldSize: 1,
        proof: fork.consistency(1, 2),
        note: await fork.checkpoint(),
      });
    }),
  );
  const answers = await Promise.all(bodies.map((body) => one.addCheckpoint(body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test('P66 crash point: the checkpoint is on disk before the cosignature is handed out', async () => {
  log.growTo(4);
  const note = await log.checkpoint();
  const body = encodeAddCheckpoint({ oldSize: 0, proof: [], note });
  const full: WitnessMemory = { ...memory, write: async () => Promise.reject(new Error('disk full')) };
  await expect(witness(full).addCheckpoint(body)).rejects.toThrow('disk full');
  // The checkpoint is stored, but the process dies before it answers. Then only the same history is cosigned.
  const dying: WitnessMemory = {
    ...memory,
    async write(origin, stored) {
      await memory.write(origin, stored);
      throw new Error('killed');
    },
  };
  await expect(witness(dying).addCheckpoint(body)).rejects.toThrow('killed');
  const fork = log.forkAt(1);
  fork.growTo(4);
  const forked = await fork.checkpoint();
  expect(await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: forked }))).toEqual({
    status: 409,
    knownSize: 4,
  });
  expect(await offer(encodeAddCheckpoint({ oldSize: 4, proof: [], note: forked }))).toMatchObject({
    status: 422,
  });
  expect(await offer(encodeAddCheckpoint({ oldSize: 4, proof: [], note }))).toMatchObject({ status: 200 });
});

test('P66 a damaged or foreign memory stops the witness instead of starting again', async () => {
  log.growTo(4);
  const body = encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() });
  await offer(body);
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.checkpoint'));
  const file = path.join(folder, name);
  const kept = await readFile(file, 'utf8');
  for (const damaged of [
    '',
    kept.replace('\n4\n', '\n3\n'),
    kept.split('\n').slice(0, -2).join('\n').concat('\n'),
  ]) {
    await writeFile(file, damaged);
    await expect(offer(body)).rejects.toThrow();
  }
});

test('P105 an unchanged checkpoint is neither signed nor stored again within a minute, and is afterwards', async () => {
  log.growTo(3);
  const body = encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() });
  let writes = 0;
  let now = NOW;
  const counted: WitnessMemory = {
    ...memory,
    write: (origin, note) => {
      writes += 1;
      return memory.write(origin, note);
    },
  };
  const one = makeWitness({ memory: counted, crypto, now: () => now }, key, logs);
  const first = await one.addCheckpoint(body);
  const again = encodeAddCheckpoint({ oldSize: 3, proof: [], note: await log.checkpoint() });
  const replays = await Promise.all(Array.from({ length: 200 }, () => one.addCheckpoint(again)));
  expect(replays).toEqual(Array.from({ length: 200 }, () => first));
  expect(writes).toBe(1);
  now = new Date(NOW.getTime() + 61_000);
  expect(await one.addCheckpoint(again)).not.toEqual(first);
  expect(writes).toBe(2);
});

test('P105 offers that need no state to be refused do not wait behind others of the log', async () => {
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow: WitnessMemory = {
    ...memory,
    write: (origin, note) => held.then(() => memory.write(origin, note)),
  };
  const one = witness(slow);
  log.growTo(2);
  const note = await log.checkpoint();
  const waiting = one.addCheckpoint(encodeAddCheckpoint({ oldSize: 0, proof: [], note }));
  const forged = encodeAddCheckpoint({ oldSize: 0, proof: [], note: note.replace('\n2\n', '\n3\n') });
  expect(await one.addCheckpoint(forged)).toMatchObject({ status: 403 });
  open();
  expect(await waiting).toMatchObject({ status: 200 });
});

test('P66 a witness whose state is gone does not begin again', async () => {
  log.growTo(4);
  await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() }));
  memory.close();
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.checkpoint'));
  await rm(path.join(folder, name));
  memory = await openStateFolder(folder);
  const fork = log.forkAt(1);
  fork.growTo(2);
  const note = await fork.checkpoint();
  await expect(offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note }))).rejects.toThrow('ENOENT');
  memory.close();
  for (const file of await readdir(folder)) await rm(path.join(folder, file));
  await expect(openStateFolder(folder)).rejects.toThrow('--begin');
  memory = await openStateFolder(folder, { mayBegin: true });
});

test('P66 a witness whose index and the checkpoint of one log are gone takes that log for no new one', async () => {
  log.growTo(4);
  await offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() }));
  await memory.write('log.example/other', 'what was cosigned of it');
  memory.close();
  await rm(path.join(folder, `${originHash('log.example/one')}.checkpoint`));
  await rm(path.join(folder, 'cosigned'));
  await expect(openStateFolder(folder)).rejects.toThrow(
    'nothing shows whether the checkpoints beside it (1)',
  );
  // An operator may confirm that a folder made by an older version is complete; its checkpoints are kept.
  memory = await openStateFolder(folder, { mayBegin: true });
  expect(await memory.read('log.example/other')).toBe('what was cosigned of it');
  memory.close();
  memory = await openStateFolder(folder);
});

test('one process at a time has the folder', async () => {
  await expect(openStateFolder(folder)).rejects.toThrow('Another witness uses');
});

test('a key is read as it was written, and nothing else is one', async () => {
  const { text, key: made } = await makeWitnessKey({ crypto, randomBytes }, 'witness.example/w2');
  expect((await readWitnessKey({ crypto }, text))?.vkey).toBe(made.vkey);
  for (const changed of ['', text.replace('w2', 'w3'), text.replace('PRIVATE', 'PUBLIC'), `${text}\n`])
    expect(await readWitnessKey({ crypto }, changed)).toBeUndefined();
  for (const name of ['', 'a b', 'a+b', 'a\nb']) {
    await expect(makeWitnessKey({ crypto, randomBytes }, name)).rejects.toThrow('name of a witness');
  }
});

test('logs are listed by key, by origin and key, with several keys each', async () => {
  const two = await makeFakeLog('key.example/two');
  const text = `# ours\n${log.vkey}\n\n  other.example/log ${two.vkey}\nother.example/log ${log.vkey}\n`;
  const known = await readKnownLogs({ crypto }, text);
  expect([...known].map(([origin, keys]) => [origin, keys.length])).toEqual([
    ['log.example/one', 1],
    ['other.example/log', 2],
  ]);
  for (const bad of ['nonsense', key.vkey, `${log.vkey} ${two.vkey} more`])
    await expect(readKnownLogs({ crypto }, bad)).rejects.toThrow('is no log');
});
