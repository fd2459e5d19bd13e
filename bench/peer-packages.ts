/** Rivals that come from npm at one exact version, by the ordinary client, into a folder outside the project. */

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

export type PeerName = keyof typeof PEERS;

/** A folder from which the packages can be imported: this one, or a temporary one that is kept for the next run. */
export async function fetchPeer(name: PeerName): Promise<string> {
  const packages = PEERS[name];
  if (packages.every(isInstalledHere)) return import.meta.dirname;
  const folder = path.join(tmpdir(), 'sello-bench-peers', packages[0].replaceAll('/', '+'));
  const isComplete = path.join(folder, 'complete');
  if (await exists(isComplete)) return folder;
  process.stderr.write(`  npm install ${packages.join(' ')} …\n`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  await npm(folder, ['install', '--no-audit', '--no-fund', '--no-progress', ...packages]);
  await writeFile(isComplete, '');
  return folder;
}

/** The module that a package leads to, seen from a folder. */
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
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${complaint.slice(-2_000)}`);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
