/**
 * Keeps track of an archive while it is written: the hashes of all its files, and which shared files it already has.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { ARCHIVE_PATHS } from '@sello/proof';
import {
  INDEX_CSV_START,
  INDEX_JSON_END,
  INDEX_JSON_START,
  type IndexRecord,
  indexCsvLine,
  indexJsonLine,
} from './index-lines.ts';
import type { ArchiveSink } from './sink.ts';

export type Writing = {
  put(name: string, content: Uint8Array | string): Promise<void>;
  /** Puts a file into the archive. Resolves with its SHA-256. */
  putFile(name: string, file: string): Promise<string>;
  putSums(): Promise<void>;
  work: string;
  /** Shared files that are already in the archive, by SHA-256. Only a few files are shared by many certificates. */
  shared: Set<string>;
  originals: Set<string>;
  withoutOriginal: string[];
  /** The last certificate of each chain, by its base64. */
  roots: Map<string, Uint8Array>;
};

export function openWriting(sink: ArchiveSink): Writing {
  const sums = openLines(path.join(sink.work, ARCHIVE_PATHS.sums));
  return {
    work: sink.work,
    shared: new Set(),
    originals: new Set(),
    withoutOriginal: [],
    roots: new Map(),
    async put(name, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      await sink.put(name, bytes);
      await sums.add(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    },
    async putFile(name, file) {
      const sha256 = await hashOf(file);
      await sink.putFile(name, file);
      await sums.add(`${sha256}  ${name}\n`);
      return sha256;
    },
    async putSums() {
      await sink.putFile(ARCHIVE_PATHS.sums, await sums.end());
    },
  };
}

/** Writes lines to a file in the work folder, buffered up to 64 KB. */
function openLines(file: string) {
  const MOST = 1 << 16;
  let waiting = '';
  const flush = async () => {
    const text = waiting;
    waiting = '';
    await appendFile(file, text, { mode: 0o600 });
  };
  return {
    async add(line: string): Promise<void> {
      waiting += line;
      if (waiting.length > MOST) await flush();
    },
    async end(): Promise<string> {
      await flush();
      return file;
    },
  };
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Opens both tables of the index. `sizeBefore` is the size of the log when the archive was begun. */
export async function openIndex(sink: ArchiveSink, sizeBefore: number) {
  const csv = openLines(path.join(sink.work, ARCHIVE_PATHS.indexCsv));
  const json = openLines(path.join(sink.work, ARCHIVE_PATHS.indexJson));
  const counts = { certificates: 0, pending: 0, nextSince: sizeBefore };
  await csv.add(INDEX_CSV_START);
  await json.add(INDEX_JSON_START);
  return {
    counts,
    async add(record: IndexRecord): Promise<void> {
      await csv.add(indexCsvLine(record));
      await json.add(indexJsonLine(record, counts.certificates === 0));
      counts.certificates += 1;
      if (record.blockchain_proof === 'final') return;
      counts.pending += 1;
      // The certificate will be in the next archive again, with its proof.
      counts.nextSince = Math.min(counts.nextSince, record.leaf_index ?? counts.nextSince);
    },
    /** Puts the tables into the archive. Resolves with the SHA-256 of the JSON. */
    async putInto(archive: Writing): Promise<string> {
      await json.add(INDEX_JSON_END);
      await archive.putFile(ARCHIVE_PATHS.indexCsv, await csv.end());
      return archive.putFile(ARCHIVE_PATHS.indexJson, await json.end());
    },
  };
}
