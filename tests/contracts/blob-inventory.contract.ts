/** The contract of `BlobInventory`, one test per sentence. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobInventory, BlobName, BlobStore, StoredBlob } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';

const OWNERS = ['acct_0000000000000000000000', 'acct_1111111111111111111111'] as AccountId[];
const newName = () => randomBytes(12).toString('hex');

type Inventory = BlobStore & BlobInventory;

export async function keep(
  store: BlobStore,
  owner: AccountId,
  text: string,
  name?: BlobName,
): Promise<string> {
  const blob = store.receive(owner);
  await blob.write(Buffer.from(text));
  const { sha256 } = blob.finish();
  await blob.sync();
  await blob.keep(name);
  return name ?? sha256;
}

export async function listed(store: BlobInventory): Promise<StoredBlob[]> {
  const all: StoredBlob[] = [];
  for await (const batch of store.list()) all.push(...batch);
  return all;
}

/** `open` makes an empty store that keeps unfinished uploads in the given folder. */
export function describeBlobInventory(name: string, open: (folder: string) => Promise<Inventory>): void {
  describe(`${name} as an inventory`, () => {
    let scratch: string;
    beforeAll(async () => {
      scratch = await mkdtemp(path.join(tmpdir(), 'sello-inventory-'));
    });
    afterAll(() => rm(scratch, { recursive: true, force: true }));

    const later = new Date(Date.now() + 86_400_000);
    const earlier = new Date(Date.now() - 86_400_000);

    test('lists every kept file of every account, encrypted or not', async () => {
      const store = await open(path.join(scratch, newName()));
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
      const store = await open(path.join(scratch, newName()));
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
      const store = await open(folder);
      const left = path.join(folder, 'incoming', 'left');
      await writeFile(left, 'half');
      expect(await store.countUnfinished(earlier)).toBe(0);
      await utimes(left, new Date(0), new Date(0));
      expect(await store.countUnfinished(earlier)).toBe(1);
      expect(await stat(left)).toBeDefined();
    });
  });
}
