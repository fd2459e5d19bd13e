/** Files in Node, Bun and Deno. */

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Files } from './files.ts';

export const nodeFiles: Files = {
  async open(path) {
    const info = await stat(path);
    if (!info.isFile()) throw new TypeError(`${path} is not a file.`);
    return {
      name: basename(path),
      mime: undefined,
      size: info.size,
      canReplay: () => true,
      open: async () => createReadStream(path, { highWaterMark: 1 << 18 }),
      blob: undefined,
    };
  },

  async save(path, chunks, { overwrite = false, drafts = dirname(path) }) {
    if (!overwrite) await refuseExisting(path);
    const draft = join(drafts, `${basename(path)}.${randomBytes(6).toString('hex')}.part`);
    try {
      await pipeline(chunks, createWriteStream(draft, { flags: 'wx' }));
      await (overwrite ? rename(draft, path) : takeName(draft, path));
    } finally {
      await rm(draft, { force: true });
    }
  },

  async sha256(chunks) {
    const hash = createHash('sha256');
    for await (const chunk of chunks) hash.update(chunk);
    return hash.digest('hex');
  },
};

async function refuseExisting(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw alreadyThere(path);
}

/** Unlike a rename, a link fails if another file has taken the name by then. */
async function takeName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw alreadyThere(path);
    // Some file systems have no links.
    await refuseExisting(path);
    await rename(draft, path);
  }
}

function alreadyThere(path: string): Error {
  return Object.assign(new Error(`${path} is there already; \`overwrite: true\` replaces it.`), {
    code: 'EEXIST',
  });
}
