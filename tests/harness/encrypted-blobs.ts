/** The encrypting layer over any store, with keys that the test holds. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AccountDataKeys, encryptBlobs } from '../../server/src/files/blobs-encrypted.ts';
import type { BlobStore } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';

export async function openEncryptedOver(openPlain: (folder: string) => Promise<BlobStore>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-blobs-'));
  const keys = makeKeys();
  const open = async () => encryptBlobs(await openPlain(folder), keys, randomBytes);
  return {
    folder,
    keys,
    plain: await openPlain(folder),
    store: await open(),
    reopen: open,
    countIncoming: async () => (await readdir(path.join(folder, 'incoming'))).length,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function makeKeys(): AccountDataKeys & { forget(): void } {
  const keys = new Map<AccountId, Uint8Array>();
  return {
    async keyOf(accountId) {
      const key = keys.get(accountId) ?? randomBytes(32);
      keys.set(accountId, key);
      return key;
    },
    find: async (accountId) => keys.get(accountId),
    forget: () => keys.clear(),
  };
}
