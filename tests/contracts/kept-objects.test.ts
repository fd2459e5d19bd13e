/** The contract of `KeptObjects`, one test per sentence, on every store. */

import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBlobFolder } from '../../server/src/files/blobs-folder.ts';
import { openBlobBucket } from '../../server/src/files/blobs-s3.ts';
import { openKeptFolder } from '../../server/src/files/kept-folder.ts';
import type { KeptObjects } from '../../server/src/kernel/disk/kept-objects.ts';
import { AppError } from '../../server/src/kernel/errors.ts';
import { openS3Server } from '../harness/s3-server.ts';
import type { S3Service } from '../harness/s3-service.ts';
import { PATIENT_MS } from './blob-bucket.contract.ts';

const newName = () => randomBytes(12).toString('hex');

let s3: S3Service;
let scratch: string;
beforeAll(async () => {
  s3 = await openS3Server();
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-kept-'));
});
afterAll(async () => {
  await s3.close();
  await rm(scratch, { recursive: true, force: true });
});

const STORES: Record<string, () => Promise<KeptObjects>> = {
  'a folder': async () => {
    const folder = path.join(scratch, newName());
    await openBlobFolder(folder, newName);
    return openKeptFolder(folder, newName);
  },
  'a bucket': async () => {
    const folder = path.join(scratch, newName());
    return (await openBlobBucket({ ...s3.config, prefix: `${newName()}/` }, folder, newName, PATIENT_MS))
      .kept;
  },
};

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

describe.for(Object.keys(STORES))('%s', (kind) => {
  test('returns what was written last, or nothing if nothing was written', async () => {
    const kept = await STORES[kind]!();
    expect(await kept.read('checkpoint')).toBeUndefined();
    await kept.write('checkpoint', Buffer.from('one'));
    await kept.write('checkpoint', Buffer.from('two'));
    expect(text(await kept.read('checkpoint'))).toBe('two');
  });

  test('a reader gets the old bytes or the new ones, whoever writes at the same time', async () => {
    const kept = await STORES[kind]!();
    const versions = Array.from({ length: 8 }, (_, i) => String(i).repeat(20_000));
    await kept.write('checkpoint', Buffer.from(versions[0]!));
    const writing = Promise.all(versions.map((version) => kept.write('checkpoint', Buffer.from(version))));
    for (let i = 0; i < 20; i += 1) expect(versions).toContain(text(await kept.read('checkpoint')));
    await writing;
    expect(versions).toContain(text(await kept.read('checkpoint')));
  });

  test('lists exactly the names with this beginning, in order', async () => {
    const kept = await STORES[kind]!();
    expect(await kept.list('journal/')).toEqual([]);
    for (const name of ['journal/0001/2-3', 'journal/0000/1-2', 'checkpoint', 'abandoned/x/journal/1'])
      await kept.write(name, Buffer.from(name));
    expect(await kept.list('journal/')).toEqual(['journal/0000/1-2', 'journal/0001/2-3']);
    expect(await kept.list('abandoned/')).toEqual(['abandoned/x/journal/1']);
  });

  test('removes an object, and does nothing if there is none', async () => {
    const kept = await STORES[kind]!();
    await kept.write('journal/a', Buffer.from('a'));
    await kept.remove('journal/a');
    await kept.remove('journal/a');
    expect(await kept.read('journal/a')).toBeUndefined();
  });

  test('P98 accepts tiles under the paths at which the log publishes them, and empty objects', async () => {
    const kept = await STORES[kind]!();
    const tile = randomBytes(8_192);
    for (const name of ['tile/0/000', 'tile/0/x001/234', 'tile/entries/x001/x234/067']) {
      await kept.write(name, tile);
      expect(Buffer.from((await kept.read(name))!)).toEqual(tile);
    }
    await kept.write('tile/entries/000', Buffer.alloc(0));
    expect(await kept.read('tile/entries/000')).toHaveLength(0);
    expect(await kept.read('tile/entries/001')).toBeUndefined();
  });

  test('accepts no name that leads to another folder', async () => {
    const kept = await STORES[kind]!();
    for (const name of ['../checkpoint', 'a/../b', '/a', 'a//b', 'A', ''])
      await expect((async () => kept.read(name))()).rejects.toThrow('no name of a kept object');
  });
});

test('a folder leaves no temporary file behind, whether the write succeeded or failed', async () => {
  const folder = path.join(scratch, newName());
  await openBlobFolder(folder, newName);
  const kept = openKeptFolder(folder, newName);
  await kept.write('checkpoint', Buffer.from('one'));
  await mkdir(path.join(folder, 'log', 'taken', 'by-a-folder'), { recursive: true });
  await expect(kept.write('taken', Buffer.from('two'))).rejects.toThrow(AppError);
  expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
});

test('a bucket that does not answer is not taken for an empty one', async () => {
  const kept = await STORES['a bucket']!();
  await s3.behave('refuse');
  try {
    await expect(kept.read('checkpoint')).rejects.toThrow(AppError);
    await expect(kept.list('journal/')).rejects.toThrow(AppError);
  } finally {
    await s3.behave('pass');
  }
});
