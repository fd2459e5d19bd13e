/** The contract of `BlobInventory`, one test per sentence. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBlobFolder } from '../../server/src/files/blobs-folder.ts';
import { openBlobBucket } from '../../server/src/files/blobs-s3.ts';
import type { BlobInventory, BlobName, BlobStore, StoredBlob } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';
import { openS3Server, type S3Server } from '../harness/s3-server.ts';

const OWNERS = ['acct_0000000000000000000000', 'acct_1111111111111111111111'] as AccountId[];
const newName = () => randomBytes(12).toString('hex');

let s3: S3Server;
let scratch: string;
beforeAll(async () => {
  s3 = await openS3Server();
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-inventory-'));
});
afterAll(async () => {
  await s3.close();
  await rm(scratch, { recursive: true, force: true });
});

const STORES: Record<string, (folder: string) => Promise<BlobStore & BlobInventory>> = {
  'a folder': (folder) => openBlobFolder(folder, newName),
  'a bucket': (folder) => openBlobBucket({ ...s3.config, prefix: `${newName()}/` }, folder, newName),
};

async function keep(store: BlobStore, owner: AccountId, text: string, name?: BlobName): Promise<string> {
  const blob = store.receive(owner);
  await blob.write(Buffer.from(text));
  const { sha256 } = blob.finish();
  await blob.sync();
  await blob.keep(name);
  return name ?? sha256;
}

async function listed(store: BlobInventory): Promise<StoredBlob[]> {
  const all: StoredBlob[] = [];
  for await (const batch of store.list()) all.push(...batch);
  return all;
}

describe.for(Object.keys(STORES))('%s as an inventory', (kind) => {
  const later = new Date(Date.now() + 86_400_000);
  const earlier = new Date(Date.now() - 86_400_000);

  test('lists every kept file of every account, encrypted or not', async () => {
    const store = await STORES[kind]!(path.join(scratch, newName()));
    expect(await listed(store)).toEqual([]);
    const sealed: BlobName = `${createHash('sha256').update('x').digest('hex') as never}.sealed`;
    const kept = [
      [OWNERS[0], await keep(store, OWNERS[0]!, 'one')],
      [OWNERS[0], await keep(store, OWNERS[0]!, 'two')],
      [OWNERS[1], await keep(store, OWNERS[1]!, 'one')],
      [OWNERS[1], await keep(store, OWNERS[1]!, 'hidden', sealed)],
    ];
    const found = (await listed(store)).map(({ accountId, name }) => [accountId, name]);
    expect(found.sort()).toEqual(kept.sort());
  });

  test('deletes a file that is old enough, and no other', async () => {
    const store = await STORES[kind]!(path.join(scratch, newName()));
    await keep(store, OWNERS[0]!, 'one');
    const [blob] = await listed(store);
    expect(await store.remove(blob!, earlier)).toBe(false);
    expect(await listed(store)).toHaveLength(1);
    expect(await store.remove(blob!, later)).toBe(true);
    expect(await listed(store)).toEqual([]);
    expect(await store.remove(blob!, later)).toBe(false);
  });

  test('counts unfinished uploads begun before a given time', async () => {
    const folder = path.join(scratch, newName());
    const store = await STORES[kind]!(folder);
    const left = path.join(folder, 'incoming', 'left');
    await writeFile(left, 'half');
    expect(await store.countUnfinished(earlier)).toBe(0);
    await utimes(left, new Date(0), new Date(0));
    expect(await store.countUnfinished(earlier)).toBe(1);
    expect(await stat(left)).toBeDefined();
  });
});

test('a folder renames a file without copying it', async () => {
  const store = await openBlobFolder(path.join(scratch, newName()), newName);
  const sha256 = (await keep(store, OWNERS[0]!, 'one')) as BlobName;
  const target = path.join(scratch, newName());
  expect(await store.link?.(OWNERS[0]!, sha256, target)).toBe(true);
  expect((await stat(target)).nlink).toBe(2);
});
