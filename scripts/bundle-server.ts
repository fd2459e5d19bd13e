/**
 * `node scripts/bundle-server.ts FOLDER`: builds the server into few files. `scripts/setup.mjs` calls it, and
 * `server/bin/built-server.mjs` says what the build is for. What is imported on demand stays in files of its own.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { describeSources, writeSources } from '../server/bin/built-server.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Where the build is in the end. It may be made in another folder beside this one. */
const PLACE = path.join(ROOT, 'server', 'dist');
/** `serve` has a name of its own so that an image can fill the compile cache without starting a server. */
const INPUT = { main: 'server/src/main.ts', serve: 'server/src/cli/serve/serve.ts' };
/** Packages that read files beside their code, and one that is optional and not installed. */
const LEFT_OUT = ['pdfkit', 'fontkit', 'pg-native'];
/** npm writes it whenever it installs something, so another version of a package makes another build. */
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
    // Stack traces are translated by them: kernel/source-places.ts.
    sourcemap: true,
  });
  await bundle.close();
  await shortenMaps(out);
  writeSources(out, [...described.values()].sort().join('\n'));
}

/** The maps without the texts of the sources, which lie beside the build. */
async function shortenMaps(out: string): Promise<void> {
  for (const name of await readdir(out)) {
    if (!name.endsWith('.map')) continue;
    const file = path.join(out, name);
    const { sourcesContent: _, ...map } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(map));
  }
}

/** Notes each own source before it is read. */
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

/** A module that asks where it lies gets the place of its source, beside which are the files that it reads. */
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
        // The lines stay as they are, which is all that a stack trace needs.
        map: null,
      };
    },
  };
}
