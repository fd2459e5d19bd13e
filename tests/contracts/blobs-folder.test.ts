import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBlobFolder } from '../../server/src/files/blobs-folder.ts';
import type { BlobStore } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';
import { describeBlobStore, type StoreUnderTest, writeAll } from './blob-store.contract.ts';

const OWNER = 'acct_0000000000000000000000' as AccountId;
const newName = () => randomBytes(12).toString('hex');

async function openFolder(): Promise<StoreUnderTest & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-blobs-'));
  return {
    folder,
    store: await openBlobFolder(folder, newName),
    reopen: () => openBlobFolder(folder, newName),
    countIncoming: async () => (await readdir(path.join(folder, 'incoming'))).length,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

describeBlobStore('a folder', openFolder);

describe('a folder of blobs', () => {
  let under: Awaited<ReturnType<typeof openFolder>>;
  let store: BlobStore;
  beforeEach(async () => {
    under = await openFolder();
    store = under.store;
  });
  afterEach(() => under.close());

  const receive = async (bytes: Uint8Array = Buffer.from('abc')) => {
    const blob = store.receive(OWNER);
    await writeAll(blob, [bytes]);
    blob.finish();
    return blob;
  };
  const inside = (...names: string[]) => path.join(under.folder, ...names);

  test('names a file by its digest, readable by its owner only', async () => {
    const blob = await receive();
    await blob.sync();
    await blob.keep();
    const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const file = inside('files', OWNER, 'ba', sha256);
    expect(await readFile(file, 'utf8')).toBe('abc');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const folder of ['incoming', 'files', `files/${OWNER}`, `files/${OWNER}/ba`]) {
      expect((await stat(inside(folder))).mode & 0o777).toBe(0o700);
    }
    expect(await readdir(inside('incoming'))).toEqual([]);
  });

  test('never writes through an existing file or symlink at the path of an upload', async () => {
    const victim = await writeFile(inside('victim'), 'precious').then(() => inside('victim'));
    for (const name of ['taken', 'linked']) {
      if (name === 'taken') await writeFile(inside('incoming', name), 'other');
      else await symlink(victim, inside('incoming', name));
      const trapped = await openBlobFolder(under.folder, () => name);
      const blob = trapped.receive(OWNER);
      await writeAll(blob, [Buffer.from('abc')]);
      blob.finish();
      await expect(blob.sync()).rejects.toMatchObject({ code: 'storage_unavailable' });
      await blob.discard();
    }
    expect(await readFile(victim, 'utf8')).toBe('precious');
    expect(await readFile(inside('incoming', 'taken'), 'utf8')).toBe('other');
  });

  test('a broken disk is `storage_unavailable` at every step, with the cause for the log', async () => {
    const unavailable = { code: 'storage_unavailable', cause: { code: 'ENOTDIR' } };
    const synced = await receive();
    await synced.sync();
    for (const name of ['incoming', 'files']) {
      await rename(inside(name), inside(`${name}.away`));
      await writeFile(inside(name), '');
    }
    await expect((await receive()).sync()).rejects.toMatchObject(unavailable);
    await expect(store.open(OWNER, 'f'.repeat(64) as never)).rejects.toMatchObject(unavailable);
    await expect(synced.keep()).rejects.toMatchObject(unavailable);
    await synced.discard();
    const large = store.receive(OWNER);
    const pieces = Array.from({ length: 4 }, () => Buffer.alloc(2_000_000));
    await expect(writeAll(large, pieces)).rejects.toMatchObject(unavailable);
    await large.discard();
  });

  test('a repaired disk accepts the next upload', async () => {
    await rename(inside('incoming'), inside('away'));
    await expect((await receive()).sync()).rejects.toMatchObject({ code: 'storage_unavailable' });
    await rename(inside('away'), inside('incoming'));
    const blob = await receive();
    await blob.sync();
    await blob.keep();
  });

  test('no descriptor is left open, however an upload or a download ends', async () => {
    const count = async () => (await readdir('/proc/self/fd')).length;
    const before = await count();
    for (let number = 0; number < 10; number++) {
      const thrownAway = await receive(Buffer.alloc(1_500_000));
      await thrownAway.discard();
      const kept = await receive(Buffer.alloc(1_500_000, number));
      await kept.sync();
      await kept.keep();
      (await store.open(OWNER, (await receiveDigest(number)) as never))?.destroy();
      await store.open(OWNER, 'f'.repeat(64) as never);
    }
    await expect.poll(count).toBeLessThanOrEqual(before);
  });

  async function receiveDigest(number: number): Promise<string> {
    const blob = store.receive(OWNER);
    await writeAll(blob, [Buffer.alloc(1_500_000, number)]);
    const { sha256 } = blob.finish();
    await blob.discard();
    return sha256;
  }
});
