import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namesIn } from './folder.ts';
import { writeSynced, writeWholeFile } from './write-whole-file.ts';

test('a file is there whole, for its owner alone, and nothing beside it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-whole-'));
  const file = path.join(folder, 'key');
  await writeWholeFile(file, 'first');
  await writeWholeFile(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('second');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await namesIn(folder)).toEqual(['key']);
  await rm(folder, { recursive: true });
  expect(await namesIn(folder)).toEqual([]);
  await expect(namesIn('/dev/null')).rejects.toThrow('ENOTDIR');
});

test('a file that cannot be written completely is removed, so that a full disk is not filled with pieces', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-whole-'));
  const breaksOff = (function* () {
    yield 'half';
    throw new Error('No space left');
  })();
  const file = path.join(folder, 'piece');
  await expect(writeSynced(file, 'wx', breaksOff as never)).rejects.toThrow('No space left');
  expect(await namesIn(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
