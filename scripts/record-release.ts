/**
 * `node scripts/record-release.ts [TEST…]`: records in tests/release/last.json the schema of the current commit and the
 * statements that it sends to the database. Later migrations are checked against them
 * (`tests/integration/database/last-release.test.ts`). Run it when a version is released, with no uncommitted change in
 * `server/`.
 *
 * Statements are recorded while tests run, so only those that tests use are included: by default all of `tests/api` and
 * `tests/integration`.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../server/src/database/embedded/launcher.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { connect } from '../server/src/database/pool.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = path.join(ROOT, 'node_modules/.bin/vitest');
const LAST = path.join(ROOT, 'tests/release/last.json');
const STATEMENT = /^\s*(?:select|insert|update|delete|with|merge)\b/i;
/** Long enough to be unique, short enough to fit between two placeholders of a template. */
const PIECE = 24;

refuseChangedTree();
const folder = mkdtempSync(path.join(tmpdir(), 'sello-statements-'));
const tests = process.argv.length > 2 ? process.argv.slice(2) : ['tests/api', 'tests/integration'];
try {
  // A test that fails on a busy machine has still sent its statements.
  const { status, error } = spawnSync(VITEST, ['run', '--project', 'whole', ...tests], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SELLO_RECORD_STATEMENTS: folder },
  });
  if (error !== undefined) throw error;
  if (status !== 0)
    console.error('Some tests failed; the statements that they sent are recorded all the same.');
  const release = {
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    schema: path.basename(globSync('server/migrations/*.sql', { cwd: ROOT }).sort().at(-1) ?? ''),
    statements: await thatCanBePrepared(heardIn(folder)),
  };
  if (release.statements.length === 0) throw new Error('No statement was heard. Nothing was written.');
  tellMissing(release.statements);
  mkdirSync(path.dirname(LAST), { recursive: true });
  writeFileSync(LAST, `${JSON.stringify(release, undefined, 2)}\n`);
  console.log(`${release.statements.length} statements of ${release.commit}, schema ${release.schema}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The record names a commit, so the files must match it. */
function refuseChangedTree(): void {
  const changed = execFileSync('git', ['status', '--porcelain', '--', 'server'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (changed.trim() !== '') throw new Error(`Commit these first, or put them back:\n${changed}`);
}

/** Many missing statements would mean that tests did not run, not that the program has changed. */
function tellMissing(statements: readonly string[]): void {
  if (!existsSync(LAST)) return;
  const before: string[] = JSON.parse(readFileSync(LAST, 'utf8')).statements;
  const known = new Set(statements);
  const missing = before.filter((text) => !known.has(text)).length;
  console.log(`${missing} of the ${before.length} statements that were noted before are not among these.`);
}

/** Tests also send their own statements. A statement of the program has a part that also occurs in its source. */
function heardIn(folder: string): string[] {
  const source = piecesOf(squeeze(readAll(`${ROOT}/server/src/**/*.ts`).join('\n')));
  const lines = readAll(`${folder}/*.jsonl`).flatMap((text) => text.trim().split('\n'));
  const heard = new Set(lines.map((line): string => JSON.parse(line)));
  return [...heard].filter((text) => STATEMENT.test(text) && hasPieceOf(source, squeeze(text))).sort();
}

function piecesOf(source: string): Set<string> {
  const pieces = new Set<string>();
  for (let at = 0; at + PIECE <= source.length; at += 1) pieces.add(source.slice(at, at + PIECE));
  return pieces;
}

function hasPieceOf(source: ReadonlySet<string>, text: string): boolean {
  for (let at = 0; at + PIECE <= text.length; at += PIECE / 2)
    if (source.has(text.slice(at, at + PIECE))) return true;
  return false;
}

/**
 * Keeps the statements that PostgreSQL can prepare, and prints the others: those use tables that only a test has, or
 * are fragments.
 */
async function thatCanBePrepared(statements: readonly string[]): Promise<string[]> {
  const place = mkdtempSync(path.join(tmpdir(), 'sello-record-'));
  const postgres = await startEmbeddedPostgres(path.join(place, 'postgres'), () => {});
  const database = connect(postgres.connection, 1, 0);
  try {
    await migrate(database);
    const good: string[] = [];
    for (const text of statements) {
      const prepared = database.query(`prepare released as ${text}`);
      const problem = await prepared.then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (problem === undefined) good.push(text);
      else console.error(`left out (${problem}): ${squeeze(text).slice(0, 100)}`);
      await database.query('deallocate all');
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
