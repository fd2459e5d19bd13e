import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTail, trimLog } from './postgres-messages.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-log-'));
  file = path.join(folder, 'server.log');
});

afterEach(() => rm(folder, { recursive: true }));

test('a log beyond its limit is emptied in place, and its writer continues in the same file', async () => {
  const writer = await open(file, 'a');
  await writer.write('old\n'.repeat(10));
  await trimLog(file, 20);
  await writer.write('new\n');
  await writer.close();
  expect(await readFile(file, 'utf8')).toBe('new\n');
  expect(await readFile(`${file}.1`, 'utf8')).toBe('old\n'.repeat(10));
});

test('a log within its limit is left alone', async () => {
  await writeFile(file, 'short');
  await trimLog(file, 20);
  expect(await readFile(file, 'utf8')).toBe('short');
});

test('the tail holds only the last lines, and nothing from before the given place', async () => {
  await writeFile(file, 'earlier run\n');
  const fromByte = 12;
  await writeFile(file, Array.from({ length: 50 }, (_, i) => `line ${i}`).join('\n'), { flag: 'a' });
  const tail = (await readTail(file, fromByte)).split('\n');
  expect(tail).toHaveLength(20);
  expect(tail.at(-1)).toBe('line 49');
  await writeFile(file, 'earlier run\nlast words\n');
  expect(await readTail(file, fromByte)).toBe('last words');
});

test('a missing log has an empty tail', async () => {
  expect(await readTail(file)).toBe('');
});
