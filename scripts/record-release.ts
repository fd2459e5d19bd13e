/**
 * `node scripts/record-release.ts [TEST…]`: notes in tests/release/last.json what the present commit is as a release: its
 * schema, and the statements that it sends to the database. Later migrations are held against them
 * (`tests/integration/database/last-release.test.ts`). Run it when a version is released, on a clean tree.
 *
 * Statements are heard while tests run, so only what tests use is held: all of `tests/api` and `tests/integration` unless
 * others are named.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../server/src/database/embedded/launcher.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { connect } from '../server/src/database/pool.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STATEMENT = /^\s*(?:select|insert|update|delete|with|merge)\b/i;
/** Long enough to be nobody else's, short enough to fit between two gaps of a template. */
const PIECE = 24;

const folder = mkdtempSync(path.join(tmpdir(), 'sello-statements-'));
const tests = process.argv.length > 2 ? process.argv.slice(2) : ['tests/api', 'tests/integration'];
try {
  // A test that fails on a busy machine has sent its statements too.
  const { status } = spawnSync('vitest', ['run', '--project', 'whole', ...tests], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SELLO_RECORD_STATEMENTS: folder },
  });
  if (status !== 0) console.error('Some tests failed; what they sent is noted.');
  const release = {
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    schema: path.basename(globSync('server/migrations/*.sql', { cwd: ROOT }).sort().at(-1) ?? ''),
    statements: await thatCanBePrepared(heardIn(folder)),
  };
  mkdirSync(path.join(ROOT, 'tests/release'), { recursive: true });
  writeFileSync(path.join(ROOT, 'tests/release/last.json'), `${JSON.stringify(release, undefined, 2)}\n`);
  console.log(`${release.statements.length} statements of ${release.commit}, schema ${release.schema}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Tests have statements of their own. One of the program's has a piece that stands in its source. */
function heardIn(folder: string): string[] {
  const source = squeeze(readAll(`${ROOT}/server/src/**/*.ts`).join('\n'));
  const lines = readAll(`${folder}/*.jsonl`).flatMap((text) => text.trim().split('\n'));
  const heard = new Set(lines.map((line): string => JSON.parse(line)));
  return [...heard].filter((text) => STATEMENT.test(text) && hasPieceOf(source, squeeze(text))).sort();
}

function hasPieceOf(source: string, text: string): boolean {
  for (let at = 0; at + PIECE <= text.length; at += PIECE / 2)
    if (source.includes(text.slice(at, at + PIECE))) return true;
  return false;
}

/** The others are about tables that only a test has, or parts of something else. They are told. */
async function thatCanBePrepared(statements: readonly string[]): Promise<string[]> {
  const place = mkdtempSync(path.join(tmpdir(), 'sello-record-'));
  const postgres = await startEmbeddedPostgres(path.join(place, 'postgres'), () => {});
  const database = connect(postgres.connection, 1, 0);
  try {
    await migrate(database);
    const good: string[] = [];
    for (const text of statements) {
      const prepared = database.query('', `prepare released as ${text}`, []);
      const problem = await prepared.then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (problem === undefined) good.push(text);
      else console.error(`left out (${problem}): ${squeeze(text).slice(0, 100)}`);
      await database.query('', 'deallocate all', []);
    }
    return good;
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

function readAll(pattern: string): string[] {
  return globSync(pattern).map((file) => readFileSync(file, 'utf8'));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
