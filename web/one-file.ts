/**
 * Builds the single-file verifiers: `verify.html` for a browser and `sello-verify.mjs` for Node, with the verifier
 * in Python beside them. The same sources give the same bytes, so that their SHA-256 can be published and compared.
 */

import { createHash } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.join(WEB, '..');

/** A size limit, so that the page still opens quickly from a memory stick. */
const MAX_PAGE_BYTES = 400_000;

const PYTHON = 'tests/interop/verify_blockchain_proof.py';

/** The list of the verifiers' source files, for `scripts/setup.mjs`, which rebuilds when one of them changes. */
const SOURCES = '.sources';

export function oneFiles(): Plugin {
  return {
    name: 'one-files',
    apply: 'build',
    writeBundle: ({ dir = '' }) => writeOneFiles(path.join(dir, 'verify')),
  };
}

export async function writeOneFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const sources = new Set([PYTHON]);
  const page = Buffer.from(await buildPage(sources));
  if (page.length > MAX_PAGE_BYTES) throw new Error(`verify.html has ${page.length} bytes`);
  await writeFile(path.join(folder, 'verify.html'), page);
  // Every evidence bundle contains the page in this compressed form, so it is compressed once, here.
  await writeFile(path.join(folder, 'verify.html.deflate'), deflateRawSync(page, { level: 9 }));
  await writeFile(path.join(folder, 'sello-verify.mjs'), await buildProgram(sources));
  await copyFile(path.join(ROOT, PYTHON), path.join(folder, path.basename(PYTHON)));
  await writeFile(path.join(folder, SOURCES), `${[...sources].sort().join('\n')}\n`);
}

// ── verify.html ──────────────────────────────────────────────────────────────

async function buildPage(sources: Set<string>): Promise<string> {
  const source = path.join(WEB, 'src');
  const output = await built(sources, {
    plugins: [
      inPlaceOf({
        [path.join(source, 'hashing/hash-file.ts')]: path.join(source, 'one-file/hash-file.ts'),
        [path.join(source, 'public/ask-service.ts')]: path.join(source, 'one-file/ask-service.ts'),
        [path.join(source, 'public/badge/show-badge.ts')]: path.join(source, 'one-file/show-badge.ts'),
      }),
    ],
    build: {
      target: ['chrome123', 'firefox120', 'safari17.5'],
      minify: true,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(source, 'one-file/main.ts'),
        output: { format: 'es', codeSplitting: false },
      },
    },
  });
  const [style = ''] = output.flatMap((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : [],
  );
  return pageOf(style.trim(), theCode(output));
}

/** The policy names the one script and the one style by their hashes, and allows no connection at all. */
function pageOf(style: string, script: string): string {
  // Escapes text that would end the script element or begin a comment in it.
  const safe = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const policy = [
    "default-src 'none'",
    `script-src '${hashSource(safe)}'`,
    `style-src '${hashSource(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>verify.html</title>
<style>${style}</style>
</head>
<body>
<noscript><p lang="es">Esta página necesita JavaScript: todo se comprueba en su navegador.</p><p lang="en">This page needs JavaScript: everything is checked in your browser.</p></noscript>
<script type="module">${safe}</script>
</body>
</html>
`;
}

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

// ── sello-verify.mjs ─────────────────────────────────────────────────────────

/** Not minified, so that people who rely on it can read it. */
async function buildProgram(sources: Set<string>): Promise<string> {
  const output = await built(sources, {
    plugins: [],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: path.join(ROOT, 'server/src/cli/verify/one-file.ts'),
        output: { format: 'es', codeSplitting: false },
      },
    },
  });
  // The bundler's comments name source files relative to the working directory; this makes them the same everywhere.
  const fromHere = path.relative(process.cwd(), ROOT);
  const code = theCode(output)
    .replaceAll(/^[ \t]*\/\/#(?:end)?region.*\n/gm, '')
    .replaceAll(fromHere === '' ? '\n// ' : `\n// ${fromHere}/`, '\n// ');
  return `#!/usr/bin/env node\n// sello verify, in one file for Node 20.12 or newer. Help: node sello-verify.mjs --help\n${code}`;
}

// ── Both ─────────────────────────────────────────────────────────────────────

type Output = Rolldown.RolldownOutput['output'];

async function built(sources: Set<string>, config: InlineConfig & { plugins: Plugin[] }): Promise<Output> {
  const result = await build({
    ...config,
    configFile: false,
    root: WEB,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...config.plugins, noteSources(sources)],
    build: { ...config.build, write: false, sourcemap: false, assetsInlineLimit: 0 },
  });
  const [first] = [result].flat();
  if (first === undefined || !('output' in first)) throw new Error('nothing was built');
  return first.output;
}

function theCode(output: Output): string {
  const chunks = output.filter((part) => part.type === 'chunk');
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length !== 1)
    throw new Error(`one file was wanted, not ${chunks.length}`);
  return chunk.code;
}

function inPlaceOf(replaced: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'in-place-of',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      return replaced[path.resolve(path.dirname(importer), source)] ?? null;
    },
  };
}

/** Notes which of our files a build was made from. */
function noteSources(sources: Set<string>): Plugin {
  return {
    name: 'note-sources',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const isOurs = path.isAbsolute(id) && id.startsWith(ROOT) && !id.includes('/node_modules/');
        if (isOurs) sources.add(path.relative(ROOT, id.replace(/\?.*$/, '')));
      }
    },
  };
}
