/** Writes the files of a backup: hashed, listed and, if requested, encrypted. */

import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { type NewManifest, SUMS } from './manifest.ts';
import { sealing } from './sealed-file.ts';

export type ArchiveWriter = {
  /** Writes a new file, which is on disk when this resolves. Returns the hash of its content. */
  put(name: string, source: Readable): Promise<string>;
  /** Writes a file that `link` may create without copying. An encrypted file is always copied. */
  putLinked(
    name: string,
    link: (target: string) => Promise<boolean>,
    source: () => Promise<Readable>,
  ): Promise<string>;
  /** Ends writing. The list is complete when this resolves. */
  end(): Promise<Pick<NewManifest, 'files' | 'bytes' | 'sumsSha256'>>;
};

/** How files are encrypted. If undefined, they are not. */
type Encryption = { key: Uint8Array; randomBytes: RandomBytes } | undefined;

export function openArchiveWriter(folder: string, encryption: Encryption): ArchiveWriter {
  const sums = openSums(folder);
  const put = async (name: string, source: Readable) => {
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const [plain, stored] = [createHash('sha256'), createHash('sha256')];
    const file = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true });
    if (encryption === undefined) {
      await pipeline(source, hashing(stored), file);
    } else {
      const seal = sealing(encryption.key, name, encryption.randomBytes);
      await pipeline(source, hashing(plain), seal, hashing(stored), file);
    }
    const sha256 = stored.digest('hex');
    await sums.add(name, sha256, file.bytesWritten);
    return encryption === undefined ? sha256 : plain.digest('hex');
  };
  return {
    put,
    async putLinked(name, link, source) {
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      if (encryption !== undefined || !(await link(target))) return put(name, await source());
      const sha256 = await hashFile(target);
      await sums.add(name, sha256, (await stat(target)).size);
      return sha256;
    },
    end: () => sums.end(),
  };
}

type Sums = {
  add(name: string, sha256: string, bytes: number): Promise<void>;
  end(): Promise<Pick<NewManifest, 'files' | 'bytes' | 'sumsSha256'>>;
};

function openSums(folder: string): Sums {
  const file = path.join(folder, SUMS);
  const stream = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  const failed = finished(stream);
  failed.catch(() => {});
  let files = 0;
  let total = 0;
  return {
    async add(name, sha256, bytes) {
      files += 1;
      total += bytes;
      if (!stream.write(`${sha256}  ${name}\n`)) {
        await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), failed]);
      }
    },
    async end() {
      stream.end();
      await failed;
      return { files, bytes: total, sumsSha256: await hashFile(file) };
    },
  };
}

function hashing(digest: Hash): Transform {
  return new Transform({
    transform(chunk, _, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
}

async function hashFile(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), digest);
  return digest.digest('hex');
}
