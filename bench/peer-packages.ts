/** Installs rivals from npm, at exact versions, into a folder outside the project. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PEERS = {
  tus: ['@tus/server@2.4.5', '@tus/file-store@2.1.1'],
  directus: ['directus@12.4.0', 'sqlite3@6.0.1'],
} as const;

/** Directus requires an isolated-vm without a binary for this Node; in this version the API it uses is the same. */
const OVERRIDES = { 'isolated-vm': '7.0.1' };

export type PeerName = keyof typeof PEERS;

/** A folder from which the package can be imported: this one, or a temporary one kept for the next run. */
export async function fetchPeer(name: PeerName): Promise<string> {
  const packages = PEERS[name];
  if (packages.every(isInstalledHere)) return import.meta.dirname;
  const folder = path.join(tmpdir(), 'sello-bench-peers', packages[0].replaceAll('/', '+'));
  const isComplete = path.join(folder, 'complete');
  if (await exists(isComplete)) return folder;
  process.stderr.write(`  npm install ${packages.join(' ')} …\n`);
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, overrides: OVERRIDES };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(folder, ['install', '--no-audit', '--no-fund', '--no-progress', ...packages]);
  await writeFile(isComplete, '');
  return folder;
}

/** Resolves a package from a folder to its module. */
export function resolvePackage(folder: string, name: string): string {
  return createRequire(path.join(folder, 'package.json')).resolve(name);
}

function isInstalledHere(versioned: string): boolean {
  try {
    resolvePackage(import.meta.dirname, versioned.slice(0, versioned.lastIndexOf('@')));
    return true;
  } catch {
    return false;
  }
}

async function npm(folder: string, args: readonly string[]): Promise<void> {
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${errorOutput.slice(-2_000)}`);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
