/**
 * The built server, `server/dist`: the same modules as `server/src`, in few files. Starting from the sources means
 * finding and linking 2,300 modules, which takes as much processor time as the rest of the start.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The file that lists every source of the build with its size and date. The build writes it last. */
const SOURCES = '.sources';

/**
 * Whether the build in `folder` was made from the current sources. A source counts as changed if its size or date
 * differs, even if it is older: unpacking a release over another one brings files older than the last build.
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

/**
 * Describes the sources of a build. Called before the build reads them, so that a source edited during the build counts
 * as changed.
 */
export function describeSources(root, files) {
  return files.map((file) => describe(root, file)).join('\n');
}

export function writeSources(folder, text) {
  writeFileSync(path.join(folder, SOURCES), text);
}

/** The date is in whole seconds, because archives and images store no fractions. */
function describe(root, file) {
  const { size, mtimeMs } = statSync(path.join(root, file));
  return `${size} ${Math.floor(mtimeMs / 1000)}/${file}`;
}
