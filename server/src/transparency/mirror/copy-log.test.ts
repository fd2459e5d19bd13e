import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  decodeCheckpoint,
  decodeWitnessKey,
  planConsistency,
  planInclusion,
  readTiledNodes,
  resolveProof,
  type Tile,
  tilePath,
  verifyCosignatures,
} from '@sello/proof';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeLog, makeFakeLog, published } from '../../../../tests/harness/fake-log.ts';
import { nodeCryptoEngine as crypto } from '../../kernel/crypto-node.ts';
import type { LogClient } from '../monitor/log-client.ts';
import { LogUnreadable } from '../monitor/log-client.ts';
import { hashChildren } from '../sequence-log.ts';
import { openStateFolder, type WitnessMemory } from '../witness-server/state-folder.ts';
import { makeWitnessKey, type WitnessKey } from '../witness-server/witness-key.ts';
import { type Copied, copyLog } from './copy-log.ts';
import { type MirrorFiles, openMirrorFiles } from './mirror-files.ts';

const ORIGIN = 'log.example/mirrored';

let folder: string;
let log: FakeLog;
let signer: WitnessKey;
let memory: WitnessMemory & { close(): void };
let files: MirrorFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-mirror-'));
  log = await makeFakeLog(ORIGIN);
  signer = (await makeWitnessKey({ crypto, randomBytes }, 'mirror.example/m')).key;
  memory = await openStateFolder(path.join(folder, 'state'), { mayBegin: true });
  files = openMirrorFiles(path.join(folder, 'tiles'));
});
afterEach(async () => {
  memory.close();
  await rm(folder, { recursive: true, force: true });
});

const copy = (client: LogClient = published(log), keys = [log.vkey]): Promise<Copied> =>
  copyLog(
    { log: client, files, memory, crypto, now: () => new Date('2026-06-01T00:00:00Z') },
    { keys, origin: ORIGIN, signer },
  );
const storedSize = async () => {
  const note = await memory.read(ORIGIN);
  return note === undefined ? undefined : decodeCheckpoint(note).size;
};
const namesIn = async () =>
  (await readdir(path.join(folder, 'tiles'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, 'tiles'), path.join(entry.parentPath, entry.name)))
    .toSorted();
/** Counts what is fetched. */
function counting(shown = log): { client: LogClient; fetched: string[] } {
  const fetched: string[] = [];
  const client = published(shown, {
    tile: async (tile) => {
      fetched.push(tilePath(tile));
      return shown.tile(tile);
    },
    entries: async (bundle) => {
      fetched.push(`entries ${bundle.index}`);
      return shown.entries(bundle);
    },
  });
  return { client, fetched };
}

describe('a log is copied', () => {
  test.each([0, 1, 255, 256, 257, 700, 66_000])(
    'whole at %i leaves, and nothing else is stored',
    async (size) => {
      log.growTo(size);
      await copy();
      expect(await storedSize()).toBe(size);
      const widths = (level: number) => Math.floor(size / 256 ** level);
      for (let level = 0; widths(level) > 0; level += 1)
        for (let index = 0; index * 256 < widths(level); index += 1) {
          const tile = { level, index, width: Math.min(256, widths(level) - index * 256) };
          expect(Buffer.from((await files.readTile(tile)) ?? []).equals(log.tile(tile)), tilePath(tile)).toBe(
            true,
          );
          if (level > 0) continue;
          const { width } = tile;
          expect(
            Buffer.from((await files.readEntries({ index, width })) ?? []).equals(
              log.entries({ index, width }),
            ),
          ).toBe(true);
        }
    },
  );

  test('as it grows: only what is new is fetched, and narrower versions go', async () => {
    const sizes = [3, 200, 300, 301, 900, 1024, 1025];
    for (const size of sizes) {
      log.growTo(size);
      const { client, fetched } = counting();
      await copy(client);
      expect(await storedSize()).toBe(size);
      expect(fetched.length, `at ${size}`).toBeLessThanOrEqual(20);
    }
    expect(await namesIn()).toEqual(
      [
        ...['000', '001', '002', '003', '004.p/1'].flatMap((name) => [
          `tile/0/${name}`,
          `tile/entries/${name}`,
        ]),
        'tile/1/000.p/4',
      ].toSorted(),
    );
  });

  test('and the checkpoint bears the signatures of the log and the mirror', async () => {
    log.growTo(5);
    await copy();
    const { note } = decodeCheckpoint((await memory.read(ORIGIN)) ?? '');
    expect(note.signatures.map(({ keyName }) => keyName)).toEqual([ORIGIN, 'mirror.example/m']);
    const key = await decodeWitnessKey(crypto, signer.vkey);
    expect(await verifyCosignatures(crypto, note, [key])).toHaveLength(1);
  });
});

test('P150 proofs made from the copy are the same bytes as those of the log', async () => {
  log.growTo(800);
  await copy();
  const resolved = async (
    plan: ReturnType<typeof planInclusion>,
    readTile: (tile: Tile) => Promise<Uint8Array>,
  ) => {
    const read = await readTiledNodes(800, plan.flat(), readTile, hashChildren);
    return resolveProof(plan, read, hashChildren).map((hash) => Buffer.from(hash).toString('hex'));
  };
  const mirrored = async (tile: Tile) => (await files.readTile(tile)) ?? new Uint8Array();
  for (const index of [0, 1, 255, 256, 511, 799])
    expect(await resolved(planInclusion(index, 800), mirrored)).toEqual(
      await resolved(planInclusion(index, 800), async (tile) => log.tile(tile)),
    );
  for (const first of [1, 256, 300, 799])
    expect(await resolved(planConsistency(first, 800), mirrored)).toEqual(
      log.consistency(first, 800).map((hash) => Buffer.from(hash).toString('hex')),
    );
});

describe('P150 what is not the log is refused, and the copy stays as it was', () => {
  const refused = async (client: LogClient, code: string, keys?: string[]) => {
    const before = [await storedSize(), await namesIn()];
    await expect(copy(client, keys)).rejects.toMatchObject({ code });
    expect([await storedSize(), before[1]]).toEqual([before[0], before[1]]);
  };

  test('a fork, also one of the same size', async () => {
    log.growTo(300);
    const fork = log.forkAt(280);
    await copy();
    fork.growTo(300);
    await refused(published(fork), 'forked');
    fork.growTo(600);
    await refused(published(fork), 'forked');
    log.growTo(600);
    await copy();
    expect(await storedSize()).toBe(600);
  });

  test('a log that shrank, another log, and a checkpoint that nobody signed', async () => {
    log.growTo(300);
    await copy();
    await refused(published(log, { checkpoint: () => log.checkpoint(200) }), 'shrunk');
    const stranger = await makeFakeLog(ORIGIN);
    stranger.growTo(400);
    await refused(published(stranger), 'forged');
  });

  test.each([
    ['of leaves', { level: 0, index: 2, width: 256 }],
    ['at the right edge', { level: 0, index: 3, width: 32 }],
    ['of the second level', { level: 1, index: 0, width: 3 }],
  ])('a wrong tile %s', async (_, wrong) => {
    log.growTo(100);
    await copy();
    log.growTo(800);
    const changed = published(log, {
      tile: async (tile) => {
        const bytes = Uint8Array.from(log.tile(tile));
        if (tilePath(tile) === tilePath(wrong)) bytes[40]! ^= 1;
        return bytes;
      },
    });
    await expect(copy(changed)).rejects.toMatchObject({ code: expect.stringMatching(/wrong_tiles|forked/) });
    expect(await storedSize()).toBe(100);
    await copy();
    expect(await storedSize()).toBe(800);
  });

  test('an entry that is not behind its leaf', async () => {
    log.growTo(300);
    const changed = published(log, {
      entries: async (bundle) => {
        const bytes = Uint8Array.from(log.entries(bundle));
        if (bundle.index === 1) bytes[10]! ^= 1;
        return bytes;
      },
    });
    await refused(changed, 'wrong_entries');
  });

  test('an answer that is no tile proves nothing, and is no breach', async () => {
    log.growTo(300);
    const broken = published(log, { tile: async () => new Uint8Array(7) });
    await expect(copy(broken)).rejects.toBeInstanceOf(LogUnreadable);
    expect(await storedSize()).toBe(undefined);
  });
});

test('P150 after a kill between two tiles the copy goes on, and fetches no full tile twice', async () => {
  log.growTo(2_000);
  let left = 6;
  const { client, fetched } = counting();
  const dying = {
    ...client,
    entries: async (bundle: Parameters<LogClient['entries']>[0]) => {
      if (left === 0) throw new LogUnreadable('killed here');
      left -= 1;
      return client.entries(bundle);
    },
  };
  await expect(copy(dying)).rejects.toThrow('killed here');
  expect(await storedSize()).toBe(undefined);
  const first = new Set(fetched.filter((name) => /^tile\/0\/\d{3}$|^entries/.test(name)));
  log.growTo(2_100);
  const again = counting();
  await copy(again.client);
  expect(await storedSize()).toBe(2_100);
  // The last tile was fetched, but the kill came before it was stored.
  expect(again.fetched.filter((name) => first.has(name)).length).toBeLessThanOrEqual(1);
});

test('what was spoilt on the disk before the checkpoint was stored is fetched again', async () => {
  log.growTo(600);
  await files.writeTile({ level: 0, index: 0, width: 256 }, randomBytes(8192));
  await files.writeEntries({ index: 0, width: 256 }, randomBytes(100));
  await writeFile(path.join(folder, 'tiles', 'tile', '0', '001'), 'x');
  await appendFile(path.join(folder, 'tiles', 'tile', 'entries', '000'), 'x');
  await copy();
  expect(Buffer.from((await files.readTile({ level: 0, index: 0, width: 256 })) ?? [])).toEqual(
    log.tile({ level: 0, index: 0, width: 256 }),
  );
  expect(Buffer.from((await files.readEntries({ index: 0, width: 256 })) ?? [])).toEqual(
    Buffer.from(log.entries({ index: 0, width: 256 })),
  );
});

test('entries that the log does not publish are counted, and have their hashes', async () => {
  log.growTo(300);
  const silent = published(log, {
    entries: async (bundle) => (bundle.index === 0 ? undefined : log.entries(bundle)),
  });
  expect(await copy(silent)).toMatchObject({ size: 300, entries: 44, withheld: 256 });
  expect(await files.readEntries({ index: 0, width: 256 })).toBe(undefined);
  expect(await files.readTile({ level: 0, index: 0, width: 256 })).toHaveLength(8192);
});
