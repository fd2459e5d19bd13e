/**
 * Packs the clients that the server offers at `/sdk`: an npm package and a Python wheel, each of which installs from its
 * address alone. The same sources give the same bytes.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { packedFile, writeZip } from '../proof/src/encoding/zip.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SDK = path.join(ROOT, 'sdk');
const PYTHON = path.join(ROOT, 'python');

export function clients(): Plugin {
  return {
    name: 'clients',
    apply: 'build',
    writeBundle: ({ dir = '' }) => writeClients(path.join(dir, 'clients')),
  };
}

type File = { name: string; content: Buffer };

export async function writeClients(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { version } = JSON.parse(await readFile(path.join(SDK, 'package.json'), 'utf8'));
  await writeFile(path.join(folder, `sello-sdk-${version}.tgz`), await npmPackage());
  await writeFile(path.join(folder, `sello-${version}-py3-none-any.whl`), await wheel(version));
}

// ── the package for JavaScript ───────────────────────────────────────────────

/** In the package, `src` is beside `dist`. */
const SOURCES_FROM_DIST = '../src/';

async function npmPackage(): Promise<Buffer> {
  const dist = await mkdtemp(path.join(tmpdir(), 'sello-sdk-'));
  try {
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const project = path.join(SDK, 'tsconfig.build.json');
    // Otherwise the source maps would name the path from `dist` to the sources on this machine, which nobody else has.
    const options = ['-p', project, '--outDir', dist, '--sourceRoot', SOURCES_FROM_DIST];
    await promisify(execFile)(process.execPath, [compiler, ...options]);
    const own = ['package.json', 'README.md', 'LICENSE'].map((name) => fileOf(SDK, name));
    const files = [
      ...(await Promise.all(own)),
      ...(await filesIn(path.join(SDK, 'src'), 'src')),
      ...(await filesIn(dist, 'dist')),
    ];
    return gzipSync(tarOf(sorted(files).map(({ name, content }) => ({ name: `package/${name}`, content }))), {
      level: 9,
    });
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

const BLOCK = 512;

/** The POSIX tar format (ustar), which every tar program reads, without times and owners. */
function tarOf(files: readonly File[]): Buffer {
  const parts = files.flatMap(({ name, content }) => [
    headerOf(name, content.length),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for the package`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 100);
  // The checksum is computed with spaces in its own field.
  header.write('        0', 148);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

// ── the package for Python ───────────────────────────────────────────────────

/** A wheel (PEP 427): installing it runs no code and fetches nothing. */
async function wheel(version: string): Promise<Uint8Array> {
  const info = `sello-${version}.dist-info`;
  const text = (name: string, content: string): File => ({ name, content: Buffer.from(content) });
  const files = [
    ...sorted(await filesIn(path.join(PYTHON, 'sello'), 'sello')),
    text(`${info}/METADATA`, metadata(version, await readFile(path.join(PYTHON, 'README.md'), 'utf8'))),
    text(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: sello\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  ];
  const record = files.map(({ name, content }) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${hash},${content.length}\n`;
  });
  const all = [...files, text(`${info}/RECORD`, `${record.join('')}${info}/RECORD,,\n`)];
  return writeZip(
    all.map(({ name, content }) => ({
      name,
      content,
      packed: packedFile(content, deflateRawSync(content, { level: 9 })),
    })),
  );
}

function metadata(version: string, readme: string): string {
  return [
    'Metadata-Version: 2.1',
    'Name: sello',
    `Version: ${version}`,
    'Summary: Client of the Sello API: certificates, proofs, memberships; standard library alone',
    'Requires-Python: >=3.11',
    'Classifier: Typing :: Typed',
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}

// ── files ────────────────────────────────────────────────────────────────────

/** Leaves out tests and Python's compiled files (`.pyc`). */
async function filesIn(folder: string, under: string): Promise<File[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !/\.test\.ts$|\.pyc$/.test(name));
  return Promise.all(
    names.map(async (name) => ({
      name: `${under}/${name.split(path.sep).join('/')}`,
      content: await readFile(path.join(folder, name)),
    })),
  );
}

async function fileOf(folder: string, name: string): Promise<File> {
  return { name, content: await readFile(path.join(folder, name)) };
}

function sorted(files: readonly File[]): File[] {
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
