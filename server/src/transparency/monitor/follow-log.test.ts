import { randomBytes } from 'node:crypto';
import {
  addSignatures,
  cosign,
  decodeCheckpoint,
  decodeEntryBundle,
  type EntryBundle,
  encodeEntryBundle,
  type Tile,
} from '@sello/proof';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeLog, makeFakeLog, published } from '../../../../tests/harness/fake-log.ts';
import { newWitnessKey } from '../../../../tests/harness/test-witness.ts';
import { nodeCryptoEngine as crypto } from '../../kernel/crypto-node.ts';
import type { WitnessKey } from '../witness-server/witness-key.ts';
import { lookAtLog, type WatchRules } from './follow-log.ts';
import { type BreachCode, LogBreach } from './log-breach.ts';
import { type LogClient, LogUnreadable } from './log-client.ts';

let log: FakeLog;
let rules: WatchRules;
let alice: WitnessKey;
beforeEach(async () => {
  log = await makeFakeLog('log.example/watched');
  alice = await newWitnessKey('alice.example/w1');
  rules = { keys: [log.vkey], leaves: [], witnesses: [], quorum: 0 };
});

const look = (client: LogClient, last?: string, own = rules) => lookAtLog({ log: client, crypto }, own, last);

async function breachOf(promise: Promise<unknown>): Promise<{ code: BreachCode; notes: readonly string[] }> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof LogBreach)) throw new Error(`no breach: ${error}`);
  return { code: error.code, notes: error.notes };
}

async function cosigned(note: string, witness = alice): Promise<string> {
  const { text } = decodeCheckpoint(note).note;
  return addSignatures(note, [await cosign(crypto, text, witness.vkey, 1_700_000_000, witness.sign)]);
}

test('a log that only grows is followed from nothing, over tiles of every shape', async () => {
  let last: string | undefined;
  for (const size of [0, 0, 1, 3, 255, 256, 257, 600, 600]) {
    log.growTo(size);
    const { note, checkpoint } = await look(published(log), last);
    expect(checkpoint.size).toBe(size);
    last = note;
  }
});

describe('P67 a broken promise of the log is reported with both checkpoints', () => {
  let last: string;
  beforeEach(async () => {
    log.growTo(300);
    ({ note: last } = await look(published(log)));
  });

  test('a fork of the same size', async () => {
    const fork = log.forkAt(299);
    fork.growTo(300);
    const now = await fork.checkpoint();
    expect(await breachOf(look(published(fork), last))).toEqual({ code: 'forked', notes: [last, now] });
  });

  test('a fork that has grown since', async () => {
    const fork = log.forkAt(2);
    fork.growTo(400);
    expect(await breachOf(look(published(fork), last))).toMatchObject({
      code: 'forked',
      notes: [last, expect.anything()],
    });
  });

  test('fewer leaves than before, also when asked again', async () => {
    const older = log.forkAt(200);
    expect(await breachOf(look(published(older), last))).toMatchObject({ code: 'shrunk' });
  });

  test('tiles of another history than the checkpoint', async () => {
    const fork = log.forkAt(100);
    fork.growTo(350);
    log.growTo(350);
    const mixed = published(log, { tile: async (tile) => fork.tile(tile) });
    expect(await breachOf(look(mixed, last))).toMatchObject({ code: 'wrong_tiles' });
    expect(await breachOf(look(mixed))).toMatchObject({ code: 'wrong_tiles' });
  });

  test('P97 an entry that is not the one behind its leaf, wherever it stands', async () => {
    log.growTo(600);
    for (const wrong of [256, 299, 511, 512, 599]) {
      const lying = published(log, {
        entries: async (bundle) => {
          const entries = decodeEntryBundle(log.entries(bundle), bundle.width);
          const at = wrong - 256 * bundle.index;
          return encodeEntryBundle(entries.map((entry, i) => (i === at ? randomBytes(32) : entry)));
        },
      });
      expect(await breachOf(look(lying, last)), String(wrong)).toEqual({
        code: 'wrong_entries',
        notes: [last, await log.checkpoint()],
      });
    }
  });

  test('entries of another history, also with the tiles that belong to them', async () => {
    const fork = log.forkAt(280);
    fork.growTo(310);
    log.growTo(310);
    const entries = async (bundle: EntryBundle) => fork.entries(bundle);
    expect(await breachOf(look(published(log, { entries }), last))).toMatchObject({ code: 'wrong_entries' });
    const tile = async (tile: Tile) => fork.tile(tile);
    expect(await breachOf(look(published(log, { entries, tile }), last))).toMatchObject({
      code: 'wrong_tiles',
    });
  });

  test('a checkpoint by another key, or with another name', async () => {
    const impostor = await makeFakeLog('log.example/watched');
    impostor.growTo(300);
    expect(await breachOf(look(published(impostor), last))).toMatchObject({ code: 'forged' });
    const changed = published(log, {
      checkpoint: async () => (await log.checkpoint()).replace('\n300\n', '\n301\n'),
    });
    expect(await breachOf(look(changed, last))).toMatchObject({ code: 'forged' });
  });

  test('a leaf of one’s own that is gone, or was never there', async () => {
    const leaf = { index: 77, hash: log.leaves[77]!, name: 'mine' };
    await look(published(log), last, { ...rules, leaves: [leaf] });
    for (const gone of [
      { ...leaf, hash: randomBytes(32) },
      { ...leaf, index: 78 },
      { ...leaf, index: 300 },
    ]) {
      const watched = { ...rules, leaves: [gone] };
      expect(await breachOf(look(published(log), last, watched))).toMatchObject({ code: 'leaf_missing' });
    }
  });
});

test('entries are hashed from the first run on, bundle by bundle, and missing ones are reported', async () => {
  log.growTo(300);
  const first = await look(published(log));
  expect(first.entries).toEqual({ hashed: 44, withheld: 0 });
  log.growTo(520);
  expect((await look(published(log), first.note)).entries).toEqual({ hashed: 264, withheld: 0 });
  const older = published(log, {
    entries: async (bundle) => (bundle.index < 2 ? undefined : log.entries(bundle)),
  });
  expect((await look(older, first.note)).entries).toEqual({ hashed: 8, withheld: 256 });
});

test('a malformed bundle is not evidence: the log counts as unreadable', async () => {
  log.growTo(20);
  for (const bytes of [Buffer.from('<html>'), log.entries({ index: 0, width: 19 })]) {
    await expect(look(published(log, { entries: async () => bytes }))).rejects.toBeInstanceOf(LogUnreadable);
  }
});

test('a server that has not caught up is asked once more', async () => {
  log.growTo(20);
  const { note: last } = await look(published(log));
  const answers = [await log.checkpoint(10), await log.checkpoint(20)];
  const slow = published(log, { checkpoint: async () => answers.shift() ?? '' });
  expect((await look(slow, last)).checkpoint.size).toBe(20);
});

test('where tiles cannot be read, the log’s own proof shows that it grew; without either, nothing is claimed', async () => {
  log.growTo(20);
  const { note: last } = await look(published(log));
  log.growTo(30);
  const away = async () => Promise.reject(new LogUnreadable('away'));
  let reads = 0;
  const stumbling = published(log, { tile: async (tile) => (reads++ === 0 ? away() : log.tile(tile)) });
  expect((await look(stumbling, last)).checkpoint.size).toBe(30);
  const silent = published(log, { tile: away, consistency: async () => undefined });
  await expect(look(silent, last)).rejects.toBeInstanceOf(LogUnreadable);
});

describe('with witnesses', () => {
  const demanding = () => ({ ...rules, witnesses: [alice.vkey], quorum: 1 });

  test('the newest checkpoint must have their cosignatures', async () => {
    log.growTo(5);
    expect(await breachOf(look(published(log), undefined, demanding()))).toMatchObject({
      code: 'unwitnessed',
    });
    const note = await cosigned(await log.checkpoint());
    await look(published(log, { checkpoint: async () => note }), undefined, demanding());
  });

  test('or an older one of the same history', async () => {
    log.growTo(9);
    const older = await cosigned(await log.checkpoint(5));
    await look(published(log, { witnessedCheckpoint: async () => older }), undefined, demanding());
    const fork = log.forkAt(3);
    fork.growTo(5);
    const forked = await cosigned(await fork.checkpoint());
    const split = published(log, { witnessedCheckpoint: async () => forked });
    expect(await breachOf(look(split, undefined, demanding()))).toMatchObject({ code: 'forked' });
  });

  test('a cosignature of somebody with the same name, and one over another checkpoint, do not count', async () => {
    log.growTo(5);
    const other = await newWitnessKey('alice.example/w1');
    const byOther = await cosigned(await log.checkpoint(), other);
    const shown = published(log, { checkpoint: async () => byOther });
    expect(await breachOf(look(shown, undefined, demanding()))).toMatchObject({ code: 'unwitnessed' });
    const [line = ''] = (await cosigned(await log.checkpoint(4))).split('\n').slice(-2);
    const moved = addSignatures(await log.checkpoint(), [`${line}\n`]);
    const forged = published(log, { checkpoint: async () => moved });
    expect(await breachOf(look(forged, undefined, demanding()))).toMatchObject({ code: 'forged' });
  });
});
