/**
 * Encrypts files before they reach the store below, with a data key per account; `seal.ts` has the format. The name of
 * a file stays the SHA-256 of the plain file. A suffix of the name, which no uploader can choose, tells encrypted
 * objects from older plain ones. A mark inside the object would not do, because anybody could upload a file with that
 * mark.
 */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AccountId } from '../kernel/ids.ts';
import { releaseMemory } from '../kernel/pacing/release-memory.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { BlobName, BlobStore, IncomingBlob } from './ports.ts';
import {
  CHUNK_BYTES,
  FOOTER_BYTES,
  makeSealer,
  plainSizeOf,
  SEALED_CHUNK_BYTES,
  SealBroken,
  sealedChunkBytes,
  sealFooter,
  unsealChunk,
  unsealFooter,
} from './seal.ts';

export type AccountDataKeys = {
  /** The account's key. One is made now if there is none. */
  keyOf(accountId: AccountId): Promise<Uint8Array>;
  find(accountId: AccountId): Promise<Uint8Array | undefined>;
};

type Range = { start: number; end: number };

export function encryptBlobs(store: BlobStore, keys: AccountDataKeys, randomBytes: RandomBytes): BlobStore {
  return {
    receive: (accountId) => receive(store.receive(accountId), accountId, keys, randomBytes),

    async open(accountId, name, range) {
      for (let attempt = 1; ; attempt++) {
        const storedBytes = await store.sizeOf(accountId, sealed(name));
        if (storedBytes === undefined) return store.open(accountId, name, range);
        try {
          return await openSealed(store, keys, accountId, name, storedBytes, range);
        } catch (error) {
          // If the same file was stored again between our two requests, it now has another key. A second attempt then
          // succeeds.
          if (attempt === 2 || !(error instanceof SealBroken)) throw error;
        }
      }
    },

    async sizeOf(accountId, name) {
      const storedBytes = await store.sizeOf(accountId, sealed(name));
      return storedBytes === undefined ? store.sizeOf(accountId, name) : readPlainSize(storedBytes);
    },

    sweep: store.sweep,
  };
}

function receive(
  incoming: IncomingBlob,
  accountId: AccountId,
  keys: AccountDataKeys,
  randomBytes: RandomBytes,
): IncomingBlob {
  const hash = createHash('sha256');
  const fileKey = randomBytes(32);
  const sealer = makeSealer(fileKey);
  let sha256: Sha256Hex | undefined;
  let sizeBytes = 0;
  let isSynced = false;

  const writeFrom = (pieces: readonly Uint8Array[], from: number): Promise<void> | undefined => {
    for (let i = from; i < pieces.length; i++) {
      const ready = incoming.write(pieces[i] as Uint8Array);
      if (ready !== undefined) return ready.then(() => writeFrom(pieces, i + 1));
    }
    return undefined;
  };

  return {
    write(chunk) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      const pieces = sealer.push(chunk);
      releaseMemory(chunk);
      return writeFrom(pieces, 0);
    },

    finish() {
      sha256 = hash.digest('hex') as Sha256Hex;
      return { sha256, sizeBytes };
    },

    async sync() {
      if (sha256 === undefined) throw new Error('A file is synced only once it is finished');
      if (isSynced) return;
      const accountKey = await keys.keyOf(accountId);
      const footer = sealFooter(accountKey, randomBytes(12), { accountId, sha256 }, fileKey, sizeBytes);
      await writeFrom([...sealer.end(), footer], 0);
      incoming.finish();
      await incoming.sync();
      isSynced = true;
    },

    readBack: async () => unsealWhole(await incoming.readBack(), fileKey, sizeBytes),

    async keep() {
      if (sha256 === undefined) throw new Error('A file is kept only once it is finished and synced');
      await incoming.keep(sealed(sha256));
    },

    discard: incoming.discard,
  };
}

function unsealWhole(stored: Uint8Array, fileKey: Uint8Array, sizeBytes: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let index = 0; index * CHUNK_BYTES < sizeBytes; index += 1) {
    const start = index * SEALED_CHUNK_BYTES;
    pieces.push(
      unsealChunk(fileKey, index, stored.subarray(start, start + sealedChunkBytes(index, sizeBytes))),
    );
  }
  return Buffer.concat(pieces);
}

async function openSealed(
  store: BlobStore,
  keys: AccountDataKeys,
  accountId: AccountId,
  name: BlobName,
  storedBytes: number,
  range: Range | undefined,
): Promise<Readable> {
  const sizeBytes = readPlainSize(storedBytes);
  const footerFrom = storedBytes - FOOTER_BYTES;
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? sizeBytes - 1, sizeBytes - 1);
  const first = Math.floor(start / CHUNK_BYTES);
  const chunks = {
    start: first * SEALED_CHUNK_BYTES,
    end: Math.min((Math.floor(end / CHUNK_BYTES) + 1) * SEALED_CHUNK_BYTES, footerFrom) - 1,
  };
  const open = (part: Range) => openStored(store, accountId, name, part);
  const [source, footer, key] = await allOrNone(
    open(chunks),
    open({ start: footerFrom, end: storedBytes - 1 }).then(readAll),
    keys.find(accountId),
  );
  try {
    if (key === undefined) throw new Error(`The data key of ${accountId} is missing`);
    const of = { accountId, sha256: name };
    const { fileKey, sizeBytes: sealedSizeBytes } = unsealFooter(key, of, footer);
    if (sealedSizeBytes !== sizeBytes) throw new SealBroken('its length');
    const pieces = unsealRange(source, fileKey, first, { start, end }, sizeBytes);
    // The stream is returned only after the first chunk is verified, so that the caller is not promised a damaged
    // file.
    return await streamOf(pieces, await pieces.next(), source);
  } catch (error) {
    source.destroy();
    throw error;
  }
}

async function openStored(
  store: BlobStore,
  accountId: AccountId,
  name: BlobName,
  range: Range,
): Promise<Readable> {
  const stream = await store.open(accountId, sealed(name), range);
  if (stream === undefined) throw new SealBroken('it is gone');
  return stream;
}

/** Waits for all three. If one of them fails, the stream is closed if it was opened. */
async function allOrNone<A, B>(
  opening: Promise<Readable>,
  a: Promise<A>,
  b: Promise<B>,
): Promise<[Readable, A, B]> {
  const [stream, ...rest] = await Promise.allSettled([opening, a, b]);
  const failed = [stream, ...rest].find((one) => one.status === 'rejected');
  if (failed === undefined) return Promise.all([opening, a, b]);
  if (stream.status === 'fulfilled') stream.value.destroy();
  throw failed.reason;
}

/** Yields the bytes of the range, chunk by chunk. Throws at the first damaged chunk. */
async function* unsealRange(
  source: Readable,
  fileKey: Uint8Array,
  first: number,
  range: Range,
  sizeBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  const last = Math.floor(range.end / CHUNK_BYTES);
  let index = first;
  let held = Buffer.alloc(0);
  for await (const piece of source) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    while (index <= last && held.length >= sealedChunkBytes(index, sizeBytes)) {
      const length = sealedChunkBytes(index, sizeBytes);
      const chunk = unsealChunk(fileKey, index, held.subarray(0, length));
      const from = index * CHUNK_BYTES;
      held = held.subarray(length);
      index += 1;
      yield chunk.subarray(Math.max(range.start - from, 0), range.end - from + 1);
    }
  }
  if (held.length > 0 || index <= last) throw new SealBroken('it is cut off');
  return undefined;
}

type Piece = IteratorResult<Uint8Array, undefined>;

/** A stream that closes its source whenever its reader leaves. */
function streamOf(pieces: AsyncGenerator<Uint8Array, undefined>, first: Piece, source: Readable): Readable {
  let next: Promise<Piece> = Promise.resolve(first);
  return new Readable({
    highWaterMark: 2 * CHUNK_BYTES,
    read() {
      next.then(
        ({ done, value }) => {
          if (!done) next = pieces.next();
          next.catch(() => {});
          this.push(done ? null : value);
        },
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
}

async function readAll(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}

function readPlainSize(storedBytes: number): number {
  const sizeBytes = plainSizeOf(storedBytes);
  if (sizeBytes === undefined) throw new SealBroken('its length');
  return sizeBytes;
}

function sealed(name: BlobName): `${Sha256Hex}.sealed` {
  return `${name as Sha256Hex}.sealed`;
}
