/**
 * The browser files that Vite built. Finds those of each entry, and serves them compressed and with permission to
 * cache them for ever.
 */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { App } from '../app.ts';
import { nothingHere } from '../errors.ts';
import type { Language } from '../language.ts';
import { type ClientPackage, openClientPackages } from './client-packages.ts';
import { openVerifiers, type Verifiers } from './verifiers.ts';

export type EntryName =
  | 'front-page'
  | 'dashboard'
  | 'certificate-page'
  | 'verify-page'
  | 'docs'
  | 'guides'
  | 'my-page'
  | 'desk-page';

/** The kinds of pages that a chat shows differently when it shows a link. */
export type ShareKind = 'front' | 'certificate' | 'verify' | 'member' | 'course' | 'badge';

/** The addresses that the head of a page names. */
export type Entry = {
  script: string;
  styles: readonly string[];
  /** The scripts that `script` imports before it can run, for `modulepreload`. */
  imports: readonly string[];
  /** The fonts, for `preload`. Without it the text would first be shown in another typeface. */
  fonts: readonly string[];
};

/** Files that a page's script asks for later. The head names them, so that they arrive together with the script. */
export type Later = Pick<Entry, 'styles' | 'imports'>;

export type WebAssets = {
  entry(name: EntryName): Entry;
  /** The files of these sources (as `src/dashboard/signed-in-pages.tsx`) that the entry itself does not load. */
  later(name: EntryName, sources: readonly string[]): Later;
  /** The favicon's address. */
  icon: string;
  /** The address of the picture that links to such a page show; undefined without a build. */
  sharePicture(kind: ShareKind, language: Language): string | undefined;
  /** Reads a file. Undefined if it did not exist when the server started. */
  read(name: string, acceptEncoding: string): Promise<Asset | undefined>;
  verifiers: Verifiers;
  clients: readonly ClientPackage[];
};

type Asset = { bytes: Buffer; type: string; encoding: 'br' | 'gzip' | undefined };

export const WEB_FOLDER = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** Files may be cached for ever, because their names contain a hash of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

const PACKINGS = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const;

/** Opens the build. Without one the API still works, and each page fails with a message that says what is missing. */
export async function openWebAssets(folder: string = WEB_FOLDER): Promise<WebAssets> {
  const manifest = await readManifest(folder);
  const names = new Set(await readdir(path.join(folder, 'assets')).catch(() => []));
  const contents = new Map<string, Promise<Buffer>>();

  // Only listed names reach the file system, so no request can leave the folder.
  const load = (name: string) => {
    const content = contents.get(name) ?? readFile(path.join(folder, 'assets', name));
    contents.set(name, content);
    return content;
  };

  return {
    verifiers: await openVerifiers(folder),
    clients: await openClientPackages(folder),
    entry: (name) => findEntry(manifest, name),
    later: (name, sources) => findLater(manifest, findEntry(manifest, name), sources),
    sharePicture(kind, language) {
      const picture = manifest[`share/${kind}-${language}.png`];
      return picture && address(picture.file);
    },
    icon: address(manifest['src/ui/favicon.svg']?.file ?? 'assets/favicon.svg'),
    async read(name, acceptEncoding) {
      const type = TYPES[path.extname(name)];
      if (type === undefined || !names.has(name)) return undefined;
      const packing = PACKINGS.find(
        ({ encoding, extension }) => accepts(acceptEncoding, encoding) && names.has(name + extension),
      );
      const bytes = await load(name + (packing?.extension ?? ''));
      return { bytes, type, encoding: packing?.encoding };
    },
  };
}

export function assetRoutes(app: App, assets: WebAssets): void {
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const asset = await assets.read(request.params['*'], request.headers['accept-encoding'] ?? '');
    if (asset === undefined) throw nothingHere();
    reply.headers({
      'content-type': asset.type,
      'cache-control': FOR_EVER,
      vary: 'accept-encoding',
      'cross-origin-resource-policy': 'same-origin',
    });
    if (asset.encoding !== undefined) reply.header('content-encoding', asset.encoding);
    return reply.send(asset.bytes);
  });
}

/** The fonts for our languages. The typeface has further files, which are for names with other letters. */
const FONT_OF_OUR_LANGUAGES = /\bfigtree-core-.*\.woff2$/;

type Chunk = {
  file: string;
  name?: string;
  isEntry?: boolean;
  css?: string[];
  assets?: string[];
  imports?: string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function findEntry(manifest: Manifest, name: EntryName): Entry {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry && chunk.name === name);
  if (entry === undefined) throw notBuilt(name);
  const [, ...imported] = withImports(manifest, entry, new Set());
  return {
    script: address(entry.file),
    // The entry's own styles come last: they may override those of its imports.
    styles: [...new Set([...imported, entry].flatMap((chunk) => chunk.css ?? []))].map(address),
    imports: imported.map((chunk) => address(chunk.file)),
    fonts: [...new Set([...imported, entry].flatMap((chunk) => chunk.assets ?? []))]
      .filter((file) => FONT_OF_OUR_LANGUAGES.test(file))
      .map(address),
  };
}

function findLater(manifest: Manifest, entry: Entry, sources: readonly string[]): Later {
  const seen = new Set<Chunk>();
  for (const source of sources) {
    const chunk = manifest[source];
    if (chunk !== undefined) withImports(manifest, chunk, seen);
  }
  const known = new Set([entry.script, ...entry.imports, ...entry.styles]);
  const others = (files: readonly string[]) =>
    [...new Set(files.map(address))].filter((file) => !known.has(file));
  const chunks = [...seen];
  return {
    imports: others(chunks.map(({ file }) => file)),
    styles: others(chunks.flatMap(({ css }) => css ?? [])),
  };
}

function notBuilt(name: EntryName): OperatorError {
  return new OperatorError({
    en: `web/dist has no entry "${name}". Build it with "npm run build".`,
    es: `web/dist no tiene la entrada "${name}". Constrúyala con "npm run build".`,
  });
}

function withImports(manifest: Manifest, chunk: Chunk, seen: Set<Chunk>): Chunk[] {
  if (seen.has(chunk)) return [];
  seen.add(chunk);
  for (const key of chunk.imports ?? []) {
    const imported = manifest[key];
    if (imported !== undefined) withImports(manifest, imported, seen);
  }
  return [...seen];
}

function address(file: string): string {
  return `/${file}`;
}

/** The encoding that the caller accepts, for answers that their own route compresses. */
export function acceptedEncoding(header: string): 'br' | 'gzip' | undefined {
  return PACKINGS.find(({ encoding }) => accepts(header, encoding))?.encoding;
}

/** Whether the header lists the encoding and does not refuse it with `q=0`. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...params] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !params.some((param) => /^q=0(?:\.0*)?$/.test(param));
  });
}
