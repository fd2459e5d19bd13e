/**
 * `node scripts/bundle-server.ts FOLDER`: builds the server into a few files. `scripts/setup.mjs` calls it, and
 * `server/bin/built-server.mjs` explains what the build is for. Modules that are imported on demand stay in files of
 * their own.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { describeSources, writeSources } from '../server/bin/built-server.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The final folder of the build. The build itself may be made in another folder next to it. */
const PLACE = path.join(ROOT, 'server', 'dist');
/** `serve` gets a fixed name, so that an image can fill the compile cache without starting a server. */
const INPUT = { main: 'server/src/main.ts', serve: 'server/src/cli/serve/serve.ts' };
/** Packages that read files next to their code, and an optional package that is not installed. */
const LEFT_OUT = ['pdfkit', 'fontkit', 'pg-native'];
/** npm writes this file at every install, so another version of a package causes a new build. */
const INSTALLED = 'node_modules/.package-lock.json';

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Name the folder for the build: node scripts/bundle-server.ts FOLDER');
await build(path.resolve(folder));

async function build(out: string): Promise<void> {
  const described = new Map<string, string>();
  const bundle = await rolldown({
    cwd: ROOT,
    input: INPUT,
    platform: 'node',
    external: LEFT_OUT,
    plugins: [noteSources(described), keepPlaces()],
  });
  await bundle.write({
    dir: out,
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // `kernel/source-places.ts` needs the maps to translate stack traces.
    sourcemap: true,
  });
  await bundle.close();
  await shortenMaps(out);
  writeSources(out, [...described.values()].sort().join('\n'));
}

/** The source maps do not include the sources, which are next to the build. */
async function shortenMaps(out: string): Promise<void> {
  for (const name of await readdir(out)) {
    if (!name.endsWith('.map')) continue;
    const file = path.join(out, name);
    const { sourcesContent: _, ...map } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(map));
  }
}

/** Lists each of our source files before it is read. */
function noteSources(described: Map<string, string>): Plugin {
  const note = (file: string) => described.set(file, describeSources(ROOT, [file]));
  return {
    name: 'note-sources',
    buildStart() {
      note(INSTALLED);
    },
    load(id) {
      const file = path.relative(ROOT, id).split(path.sep).join('/');
      if (!id.startsWith('\0') && !file.startsWith('..') && !/(?:^|\/)node_modules\//.test(file)) note(file);
      return null;
    },
  };
}

/**
 * A module that asks for its own location gets the location of its source, because the files that it reads are there.
 */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null;
      const source = path.relative(PLACE, id).split(path.sep).join('/');
      return {
        code: code
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
          .replaceAll(
            'import.meta.dirname',
            `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(source)}`)})`,
          ),
        // Line numbers do not change, which is all that a stack trace needs.
        map: null,
      };
    },
  };
}
