/**
 * The built server, `server/dist`: the same modules as `server/src`, in few files. A start from the sources has to find
 * and link 2,300 modules, which takes as much processor time as everything else that it does.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Names each source with its size and date. The build writes it last. */
const SOURCES = '.sources';

/**
 * Whether the build in `folder` has been made from the sources as they are. A source of another size or date counts as
 * changed, also an older one: a release that is unpacked over another has files that are older than the last build.
 */
export function isBuilt(root, folder) {
  try {
    return readFileSync(path.join(folder, SOURCES), 'utf8')
      .split('\n')
      .every((line) => line === describe(root, line.slice(line.indexOf('/') + 1)));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Notes what a build is made from. Called before the sources are read: one that changes meanwhile counts as changed. */
export function describeSources(root, files) {
  return files.map((file) => describe(root, file)).join('\n');
}

export function writeSources(folder, text) {
  writeFileSync(path.join(folder, SOURCES), text);
}

/** In whole seconds, since archives and images keep no more. */
function describe(root, file) {
  const { size, mtimeMs } = statSync(path.join(root, file));
  return `${size} ${Math.floor(mtimeMs / 1000)}/${file}`;
}
