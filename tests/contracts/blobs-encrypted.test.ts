import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBlobFolder } from '../../server/src/files/blobs-folder.ts';
import { openBlobBucket } from '../../server/src/files/blobs-s3.ts';
import type { BlobStore } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';
import type { Sha256Hex } from '../../server/src/kernel/sha256.ts';
import { openEncryptedOver } from '../harness/encrypted-blobs.ts';
import { openS3Server } from '../harness/s3-server.ts';
import type { S3Service } from '../harness/s3-service.ts';
import { PATIENT_MS } from './blob-bucket.contract.ts';
import { describeBlobStore, writeAll } from './blob-store.contract.ts';

const OWNER = 'acct_0000000000000000000000' as AccountId;
const STRANGER = 'acct_1111111111111111111111' as AccountId;
const newName = () => randomBytes(12).toString('hex');

let s3: S3Service;
beforeAll(async () => {
  s3 = await openS3Server();
});
afterAll(() => s3.close());

const openEncryptedFolder = () => openEncryptedOver((folder) => openBlobFolder(folder, newName));

describeBlobStore('an encrypted folder', openEncryptedFolder);
describeBlobStore('an encrypted bucket', () => {
  const prefix = `${newName()}/`;
  return openEncryptedOver((folder) => openBlobBucket({ ...s3.config, prefix }, folder, newName, PATIENT_MS));
});

describe('encrypted blobs', () => {
  let under: Awaited<ReturnType<typeof openEncryptedFolder>>;
  let store: BlobStore;
  beforeEach(async () => {
    under = await openEncryptedFolder();
    store = under.store;
  });
  afterEach(() => under.close());

  const keep = async (bytes: Uint8Array, owner = OWNER, into = store): Promise<Sha256Hex> => {
    const blob = into.receive(owner);
    await writeAll(blob, [bytes]);
    const { sha256 } = blob.finish();
    await blob.sync();
    await blob.keep();
    return sha256;
  };
  const fileOf = (name: string, owner = OWNER) =>
    path.join(under.folder, 'files', owner, name.slice(0, 2), name);
  const read = async (sha256: Sha256Hex, range?: { start: number; end: number }, owner = OWNER) =>
    Buffer.concat((await (await store.open(owner, sha256, range))?.toArray()) ?? []);
  const DAMAGED = { name: 'SealBroken' };

  test('no plaintext is in the store, and the same file is never encrypted to the same bytes', async () => {
    const bytes = Buffer.from('a clause that is nobody else’s business. '.repeat(5_000));
    const sha256 = await keep(bytes);
    const first = await readFile(fileOf(`${sha256}.sealed`));
    expect(first.includes('clause')).toBe(false);
    await keep(bytes);
    const second = await readFile(fileOf(`${sha256}.sealed`));
    expect(second.length).toBe(first.length);
    expect(second.subarray(0, 64).equals(first.subarray(0, 64))).toBe(false);
    expect(await readdir(path.dirname(fileOf(sha256)))).toEqual([`${sha256}.sealed`]);
  });

  test('unencrypted files from earlier are read unchanged, even one that looks encrypted', async () => {
    const old = Buffer.from('older than the key');
    const sha256 = await keep(old, OWNER, under.plain);
    expect(await read(sha256)).toEqual(old);
    expect(await read(sha256, { start: 6, end: 9 })).toEqual(Buffer.from('than'));
    expect(await store.sizeOf(OWNER, sha256)).toBe(old.length);

    const sealed = await readFile(fileOf(`${await keep(randomBytes(70_000))}.sealed`));
    expect(await read(await keep(sealed, OWNER, under.plain))).toEqual(sealed);
  });

  test.for([1, 65_535, 65_536, 65_537, 131_072, 200_000])(
    'any range of a file of %i bytes is decrypted correctly',
    async (size) => {
      const bytes = randomBytes(size);
      const sha256 = await keep(bytes);
      const edges = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, size - 2, size - 1];
      const inside = edges.filter((edge) => edge >= 0 && edge < size);
      for (const start of inside) {
        for (const end of inside.filter((edge) => edge >= start)) {
          expect((await read(sha256, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
        }
      }
    },
  );

  test('a flipped byte anywhere fails the whole read, and every range that covers it', async () => {
    const sha256 = await keep(randomBytes(200_000));
    const file = fileOf(`${sha256}.sealed`);
    const sealed = await readFile(file);
    const footer = Array.from({ length: 76 }, (_, i) => sealed.length - 1 - i);
    for (const at of [0, 1, 65_535, 65_536, 65_551, 65_552, 131_103, 131_104, 196_700, ...footer]) {
      const damaged = Buffer.from(sealed);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await writeFile(file, damaged);
      await expect(read(sha256), `byte ${at}`).rejects.toMatchObject(DAMAGED);
      const chunk = Math.min(Math.floor(at / 65_552), 3);
      const range = { start: chunk * 65_536 + 5, end: chunk * 65_536 + 9 };
      await expect(read(sha256, range), `byte ${at}`).rejects.toMatchObject(DAMAGED);
    }
    await writeFile(file, sealed);
    expect(await read(sha256)).toHaveLength(200_000);
  });

  test('a damaged beginning is reported before the stream is returned', async () => {
    const sha256 = await keep(randomBytes(200_000));
    const sealed = await readFile(fileOf(`${sha256}.sealed`));
    sealed[9] = (sealed[9] ?? 0) ^ 1;
    await writeFile(fileOf(`${sha256}.sealed`), sealed);
    await expect(store.open(OWNER, sha256)).rejects.toMatchObject(DAMAGED);
  });

  test('a file that is truncated, extended or reordered is refused', async () => {
    const sha256 = await keep(randomBytes(200_000));
    const file = fileOf(`${sha256}.sealed`);
    const sealed = await readFile(file);
    const chunk = (i: number) => sealed.subarray(i * 65_552, (i + 1) * 65_552);
    const footer = sealed.subarray(-76);
    const others = [
      sealed.subarray(0, -1),
      sealed.subarray(0, -76),
      Buffer.concat([sealed, Buffer.alloc(1)]),
      Buffer.concat([chunk(0), footer]),
      Buffer.concat([chunk(0), chunk(1), chunk(2), footer]),
      Buffer.concat([chunk(1), chunk(0), sealed.subarray(2 * 65_552)]),
      Buffer.concat([chunk(0), sealed]),
      footer,
      Buffer.alloc(0),
    ];
    for (const [i, other] of others.entries()) {
      await writeFile(file, other);
      await expect(read(sha256), `other ${i}`).rejects.toMatchObject(DAMAGED);
    }
  });

  test('a file under the name of another is refused, of the same account and of another', async () => {
    const [mine, alsoMine] = [await keep(randomBytes(100_000)), await keep(randomBytes(100_000))];
    const theirs = await keep(randomBytes(100_000), STRANGER);
    await rename(fileOf(`${mine}.sealed`), fileOf(`${alsoMine}.sealed`));
    await expect(read(alsoMine)).rejects.toMatchObject(DAMAGED);
    await expect(read(alsoMine, { start: 5, end: 9 })).rejects.toMatchObject(DAMAGED);
    await writeFile(fileOf(`${theirs}.sealed`, STRANGER), await readFile(fileOf(`${alsoMine}.sealed`)));
    await expect(read(theirs, undefined, STRANGER)).rejects.toMatchObject(DAMAGED);
  });

  test('without the key of the account a file is neither read nor reported as missing', async () => {
    const sha256 = await keep(Buffer.from('locked'));
    under.keys.forget();
    await expect(store.open(OWNER, sha256)).rejects.toThrow('data key');
    await under.keys.keyOf(OWNER);
    await expect(store.open(OWNER, sha256)).rejects.toMatchObject(DAMAGED);
  });

  test('a read is complete even while the same file is kept again', async () => {
    const bytes = randomBytes(300_000);
    const sha256 = await keep(bytes);
    const reads = Array.from({ length: 20 }, () => read(sha256));
    const keeps = Array.from({ length: 5 }, () => keep(bytes));
    for (const one of await Promise.all(reads)) expect(one.equals(bytes)).toBe(true);
    await Promise.all(keeps);
  });

  test('a file truncated while being read ends in an error, not in a shorter file', async () => {
    const sha256 = await keep(randomBytes(3_000_000));
    const stream = await store.open(OWNER, sha256);
    await truncate(fileOf(`${sha256}.sealed`), 1_000_000);
    await expect(stream?.toArray()).rejects.toMatchObject(DAMAGED);
  });
});
