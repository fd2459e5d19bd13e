import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeHashIndex } from './index-of-blocks.ts';

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest();

test('every hash leads to its block, through all sizes of the table', () => {
  const index = makeHashIndex();
  for (let n = 0; n < 5_000; n += 1) index.add(hashOf(n), n);
  for (let n = 0; n < 5_000; n += 1) expect(index.find(hashOf(n))).toEqual([n]);
  expect(index.find(hashOf(5_001))).toEqual([]);
});

test('hashes that begin alike are all found, for the caller to choose from', () => {
  const index = makeHashIndex();
  const twin = Buffer.from(hashOf(1));
  twin[31] = twin[31]! ^ 1;
  index.add(hashOf(1), 7);
  index.add(twin, 8);
  expect(index.find(twin)).toEqual([7, 8]);
});
