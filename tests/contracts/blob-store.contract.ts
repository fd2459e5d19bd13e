/** The contract of `BlobStore`, one test per sentence. */

import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BlobStore, IncomingBlob } from '../../server/src/files/ports.ts';
import type { AccountId } from '../../server/src/kernel/ids.ts';
import type { Sha256Hex } from '../../server/src/kernel/sha256.ts';

export type StoreUnderTest = {
  store: BlobStore;
  /** The same store as another process would open it. */
  reopen(): Promise<BlobStore>;
  /** Number of unfinished uploads that occupy space. */
  countIncoming(): Promise<number>;
  close(): Promise<void>;
};

const OWNER = 'acct_0000000000000000000000' as AccountId;
const STRANGER = 'acct_1111111111111111111111' as AccountId;
const UNKNOWN = 'f'.repeat(64) as Sha256Hex;

export function describeBlobStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} as a blob store`, () => {
    let under: StoreUnderTest;
    let store: BlobStore;
    beforeEach(async () => {
      under = await open();
      store = under.store;
    });
    afterEach(() => under.close());

    const keep = async (bytes: Uint8Array, owner = OWNER): Promise<Sha256Hex> => {
      const blob = store.receive(owner);
      await writeAll(blob, [bytes]);
      const { sha256 } = blob.finish();
      await blob.sync();
      await blob.keep();
      await blob.discard();
      return sha256;
    };
    const read = async (owner: AccountId, sha256: Sha256Hex, range?: { start: number; end: number }) =>
      contentOf(await store.open(owner, sha256, range));

    describe('receive', () => {
      test('opens an upload that is invisible until it is kept', async () => {
        const bytes = randomBytes(2_500_000);
        const sha256 = sha256Of(bytes);
        const blob = store.receive(OWNER);
        const isSeen = async () => (await store.open(OWNER, sha256)) !== undefined;
        expect(await isSeen()).toBe(false);
        await writeAll(blob, [bytes]);
        expect(await isSeen()).toBe(false);
        blob.finish();
        expect(await isSeen()).toBe(false);
        await blob.sync();
        expect(await isSeen()).toBe(false);
        await blob.keep();
        expectSame(await read(OWNER, sha256), bytes);
      });

      test('opens any number of independent uploads at once', async () => {
        const contents = Array.from({ length: 12 }, (_, number) => Buffer.alloc(1_200_000, number + 1));
        const kept = await Promise.all(contents.map((bytes) => keep(bytes)));
        for (const [number, sha256] of kept.entries())
          expectSame(await read(OWNER, sha256), contents[number]);
      });
    });

    describe('write', () => {
      test.for([
        ['one byte', [1]],
        ['bytes one by one', Array<number>(300).fill(1)],
        ['the pieces of a socket', Array<number>(50).fill(65_536)],
        ['uneven pieces', [1, 1_048_576, 3, 1_048_575, 2_097_153, 0, 7]],
        ['one large piece', [9_000_000]],
      ] as const)('accepts %s in order, and asks the writer to wait only when full', async ([, sizes]) => {
        const chunks = sizes.map((size) => randomBytes(size));
        const whole = Buffer.concat(chunks);
        const blob = store.receive(OWNER);
        await writeAll(blob, chunks);
        expect(blob.finish()).toEqual({ sha256: sha256Of(whole), sizeBytes: whole.length });
        await blob.sync();
        await blob.keep();
        expectSame(await read(OWNER, sha256Of(whole)), whole);
      });
    });

    describe('finish', () => {
      test('returns digest and size of everything written, before any of it is durable', async () => {
        const blob = store.receive(OWNER);
        await writeAll(blob, [Buffer.from('abc')]);
        expect(blob.finish()).toEqual({
          sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
          sizeBytes: 3,
        });
        await blob.discard();
      });
    });

    describe('readBack', () => {
      test.for([[1], [70_000], [2_500_000]] as const)(
        'returns all %i bytes before they are kept',
        async ([size]) => {
          const bytes = randomBytes(size);
          const blob = store.receive(OWNER);
          await writeAll(blob, [bytes]);
          blob.finish();
          await blob.sync();
          expectSame(Buffer.from(await blob.readBack()), bytes);
          await blob.sync();
          await blob.keep();
          await blob.discard();
          expectSame(await read(OWNER, sha256Of(bytes)), bytes);
        },
      );
    });

    describe('keep', () => {
      test('makes the bytes visible to other processes', async () => {
        const sha256 = await keep(Buffer.from('shared'));
        const other = await under.reopen();
        expect(await contentOf(await other.open(OWNER, sha256))).toEqual(Buffer.from('shared'));
      });

      test('refuses bytes that are not durable yet', async () => {
        const blob = store.receive(OWNER);
        await writeAll(blob, [Buffer.from('unsafe')]);
        const { sha256 } = blob.finish();
        await expect(blob.keep()).rejects.toThrow();
        await blob.discard();
        expect(await store.open(OWNER, sha256)).toBeUndefined();
      });

      test('succeeds when repeated for the same upload', async () => {
        const blob = store.receive(OWNER);
        await writeAll(blob, [Buffer.from('again')]);
        const { sha256 } = blob.finish();
        await blob.sync();
        await blob.keep();
        await blob.keep();
        expect(await read(OWNER, sha256)).toEqual(Buffer.from('again'));
      });

      test('succeeds for the same bytes sent again, one after the other and at once', async () => {
        const bytes = randomBytes(1_500_000);
        const first = await keep(bytes);
        expect(await Promise.all([keep(bytes), keep(bytes), keep(bytes)])).toEqual([first, first, first]);
        expectSame(await read(OWNER, first), bytes);
        expect(await under.countIncoming()).toBe(0);
      });

      test('does not disturb concurrent readers of the same bytes', async () => {
        const bytes = randomBytes(3_000_000);
        const sha256 = await keep(bytes);
        const reading = await store.open(OWNER, sha256);
        await keep(bytes);
        expectSame(await contentOf(reading), bytes);
      });

      test('makes the bytes visible to one account only', async () => {
        const sha256 = await keep(Buffer.from('mine'));
        expect(await store.open(STRANGER, sha256)).toBeUndefined();
        await keep(Buffer.from('mine'), STRANGER);
        expect(await read(STRANGER, sha256)).toEqual(Buffer.from('mine'));
        expect(await read(OWNER, sha256)).toEqual(Buffer.from('mine'));
      });
    });

    describe('discard', () => {
      const STAGES: [string, (blob: IncomingBlob) => Promise<unknown>][] = [
        ['before anything is written', async () => {}],
        ['after a little', (blob) => writeAll(blob, [Buffer.from('a little')])],
        ['after a lot', (blob) => writeAll(blob, [Buffer.alloc(5_000_000)])],
        [
          'while a write is under way',
          async (blob) => {
            for (let number = 0; number < 3; number++) void blob.write(Buffer.alloc(2_000_000, number));
          },
        ],
        [
          'after finish',
          async (blob) => {
            await writeAll(blob, [Buffer.alloc(1_500_000)]);
            blob.finish();
          },
        ],
        [
          'after sync',
          async (blob) => {
            await writeAll(blob, [Buffer.alloc(1_500_000)]);
            blob.finish();
            await blob.sync();
          },
        ],
      ];
      test.for(STAGES)('deletes the bytes, and may be repeated: %s', async ([, reach]) => {
        const blob = store.receive(OWNER);
        await reach(blob);
        await Promise.all([blob.discard(), blob.discard()]);
        await blob.discard();
        expect(await under.countIncoming()).toBe(0);
      });

      test('nothing is written after it, even with large writes in progress', async () => {
        for (let round = 0; round < 20; round++) {
          const blob = store.receive(OWNER);
          const writes = [1, 2, 3].map((number) => blob.write(Buffer.alloc(2_000_000, number)));
          await blob.discard();
          await Promise.all(writes);
          blob.write(Buffer.alloc(2_000_000));
          await blob.discard();
          expect(await under.countIncoming()).toBe(0);
        }
      });

      test('leaves kept bytes alone', async () => {
        const sha256 = await keep(Buffer.from('kept'));
        const blob = store.receive(OWNER);
        await writeAll(blob, [Buffer.from('kept')]);
        blob.finish();
        await blob.discard();
        expect(await read(OWNER, sha256)).toEqual(Buffer.from('kept'));
      });
    });

    describe('open', () => {
      test('returns undefined for a missing file', async () => {
        expect(await store.open(OWNER, UNKNOWN)).toBeUndefined();
        await keep(Buffer.from('something'));
        expect(await store.open(OWNER, UNKNOWN)).toBeUndefined();
        expect(await store.open(STRANGER, UNKNOWN, { start: 0, end: 0 })).toBeUndefined();
      });

      test('returns the bytes from start to end, both included', async () => {
        const bytes = randomBytes(200_000);
        const sha256 = await keep(bytes);
        for (const [start, end] of [
          [0, 0],
          [0, 199_999],
          [199_999, 199_999],
          [65_535, 65_536],
          [100, 150_000],
        ] as const) {
          expectSame(await read(OWNER, sha256, { start, end }), bytes.subarray(start, end + 1));
        }
      });

      test('may be abandoned by the reader', async () => {
        const sha256 = await keep(Buffer.alloc(3_000_000));
        for (let number = 0; number < 20; number++) (await store.open(OWNER, sha256))?.destroy();
        expect(await read(OWNER, sha256)).toHaveLength(3_000_000);
      });
    });

    describe('sizeOf', () => {
      test.for([1, 65_536, 65_537, 200_000, 2_500_000])(
        'returns the length of a file of %i bytes',
        async (size) => {
          expect(await store.sizeOf(OWNER, await keep(randomBytes(size)))).toBe(size);
        },
      );

      test('returns undefined for a missing file and for one of another account', async () => {
        const sha256 = await keep(Buffer.from('mine'));
        expect(await store.sizeOf(OWNER, UNKNOWN)).toBeUndefined();
        expect(await store.sizeOf(STRANGER, sha256)).toBeUndefined();
      });
    });

    describe('sweep', () => {
      const crash = async () => {
        const blob = store.receive(OWNER);
        await writeAll(blob, [Buffer.alloc(2_000_000)]);
        blob.finish();
        await blob.sync();
      };
      const inAnHour = () => new Date(Date.now() + 3_600_000);
      const anHourAgo = () => new Date(Date.now() - 3_600_000);

      test('deletes leftovers of crashed uploads, and returns their number', async () => {
        await crash();
        await crash();
        const other = await under.reopen();
        expect(await other.sweep(inAnHour())).toBe(2);
        expect(await under.countIncoming()).toBe(0);
        expect(await other.sweep(inAnHour())).toBe(0);
      });

      test('keeps younger uploads, and every kept file', async () => {
        const sha256 = await keep(Buffer.from('kept'));
        await crash();
        expect(await store.sweep(anHourAgo())).toBe(0);
        expect(await under.countIncoming()).toBe(1);
        expect(await store.sweep(inAnHour())).toBe(1);
        expect(await read(OWNER, sha256)).toEqual(Buffer.from('kept'));
      });

      test('may run in several processes at once', async () => {
        for (let number = 0; number < 5; number++) await crash();
        const other = await under.reopen();
        await Promise.all([store.sweep(inAnHour()), other.sweep(inAnHour())]);
        expect(await under.countIncoming()).toBe(0);
      });
    });
  });
}

/** Like the upload reader: sends the next chunk only when the store is ready for it. */
export async function writeAll(blob: IncomingBlob, chunks: readonly Uint8Array[]): Promise<void> {
  for (const chunk of chunks) {
    const ready = blob.write(Uint8Array.from(chunk));
    if (ready !== undefined) await ready;
  }
}

/** A deep comparison of megabytes takes seconds. */
function expectSame(actual: Buffer | undefined, expected: Buffer | undefined): void {
  expect(actual?.length).toBe(expected?.length);
  expect(actual !== undefined && expected !== undefined && actual.equals(expected)).toBe(true);
}

async function contentOf(stream: Readable | undefined): Promise<Buffer | undefined> {
  return stream && Buffer.concat(await stream.toArray());
}

function sha256Of(bytes: Uint8Array): Sha256Hex {
  return createHash('sha256').update(bytes).digest('hex') as Sha256Hex;
}
