/** Directus on SQLite with files on disk, in this process. */

import './end-with-parent.ts';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { resolvePackage } from './peer-packages.ts';
import { findFreePort } from './sello-process.ts';

const START_PATIENCE_MS = 120_000;

const options = JSON.parse(process.argv[2] ?? '{}') as { folder: string; packages: string };
const program = path.join(path.dirname(resolvePackage(options.packages, 'directus/package.json')), 'cli.js');
const port = await findFreePort();

Object.assign(process.env, {
  HOST: '127.0.0.1',
  PORT: String(port),
  SECRET: 'bench',
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: path.join(options.folder, 'directus.sqlite'),
  STORAGE_LOCATIONS: 'local',
  STORAGE_LOCAL_ROOT: path.join(options.folder, 'uploads'),
  ADMIN_EMAIL: 'bench@example.com',
  ADMIN_PASSWORD: 'bench-password',
  // Sent by peers.ts.
  ADMIN_TOKEN: 'bench-token',
  LOG_LEVEL: 'error',
  TELEMETRY: 'false',
  RATE_LIMITER_ENABLED: 'false',
  EXTENSIONS_PATH: path.join(options.folder, 'extensions'),
});
process.chdir(options.folder);
execFileSync(process.execPath, [program, 'bootstrap'], { stdio: ['ignore', 'inherit', 'inherit'] });

// Directus would send its own "ready" message to the parent.
const send = process.send?.bind(process);
delete process.send;
// Directus reads its command line from here.
process.argv.splice(1, Infinity, program, 'start');
await import(pathToFileURL(program).href);
await untilItAnswers();
send?.({ port });

async function untilItAnswers(): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/server/ping`).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() > deadline) throw new Error('Directus did not start');
    await sleep(100);
  }
}
