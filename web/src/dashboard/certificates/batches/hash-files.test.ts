import { expect, test } from 'vitest';
import { hashFiles } from './hash-files.ts';

const file = (name: string, content = name, type = '') => new File([content], name, { type });
const signal = new AbortController().signal;

test('each file becomes an item in its place, with its own type where the browser knows it', async () => {
  const seen: [number, string][] = [];
  const { items, left } = await hashFiles([file('a.txt', 'a', 'text/plain'), file('b')], {
    signal,
    onProgress: (done, name) => seen.push([done, name]),
  });
  expect(items).toEqual([
    {
      sha256: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
      file_name: 'a.txt',
      file_size: 1,
      file_mime: 'text/plain',
    },
    {
      sha256: '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d',
      file_name: 'b',
      file_size: 1,
    },
  ]);
  expect([left, seen]).toEqual([
    [],
    [
      [0, 'a.txt'],
      [1, 'b'],
    ],
  ]);
});

test('empty and unreadable files are left out and named', async () => {
  const { items, left } = await hashFiles([file('empty', ''), file('broken'), file('good')], {
    signal,
    onProgress: () => {},
    hash: async ({ name }) => {
      if (name === 'broken') throw new Error('unreadable');
      return 'ab'.repeat(32);
    },
  });
  expect(items.map((item) => item.file_name)).toEqual(['good']);
  expect(left).toEqual(['empty', 'broken']);
});

test('cancelling ends it', async () => {
  const controller = new AbortController();
  const hashing = hashFiles([file('a'), file('b')], {
    signal: controller.signal,
    onProgress: (done) => done === 1 && controller.abort(new Error('cancelled')),
  });
  await expect(hashing).rejects.toThrow('cancelled');
});
