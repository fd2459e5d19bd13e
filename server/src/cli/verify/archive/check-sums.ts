/** Checks that an archive contains exactly the files of its `SHA256SUMS`, byte for byte. */

import { createHash } from 'node:crypto';
import { ARCHIVE_PATHS } from '@sello/proof';
import { type ArchiveReader, linesOf } from './archive-reader.ts';

/** Gives each problem, with the name of the file. The names in the list are added to `listed`. */
export async function* checkSums(archive: ArchiveReader, listed: Set<string>): AsyncGenerator<string> {
  const list = await archive.open(ARCHIVE_PATHS.sums);
  if (list === undefined) {
    yield `${ARCHIVE_PATHS.sums} is missing`;
    return;
  }
  for await (const line of linesOf(list)) {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}(\S.*)$/.exec(line) ?? [];
    if (name === undefined || listed.has(name)) {
      yield `${ARCHIVE_PATHS.sums} has a line that cannot be used: ${JSON.stringify(line.slice(0, 200))}`;
      continue;
    }
    listed.add(name);
    const source = isInside(name) ? await archive.open(name) : undefined;
    if (source === undefined) yield `${name} is missing`;
    else if ((await hashOf(source)) !== sha256) yield `${name} was changed`;
  }
  for await (const name of archive.paths())
    if (!listed.has(name) && name !== ARCHIVE_PATHS.sums)
      yield `${name} is in no line of ${ARCHIVE_PATHS.sums}`;
}

/** Whether the name stays inside the archive, since a line of the list could lead out of it. */
function isInside(name: string): boolean {
  return !name.startsWith('/') && !name.split('/').includes('..');
}

export async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}
