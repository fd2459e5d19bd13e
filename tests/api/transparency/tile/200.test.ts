import { createHash } from 'node:crypto';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { queueLeaves } from '../../../harness/log-leaves.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const leaves: Uint8Array[] = [];
const test = base.extend(
  'tile',
  ({ sello }) =>
    (path: string) =>
      sello.call('GET', `/log/tile/${path}`),
);

test.beforeAll(async ({ sello }) => {
  // Two full tiles, and 70 leaves of a third.
  for (const count of [100, 482]) {
    leaves.push(...(await queueLeaves(sello, count)));
    await sello.sequence();
  }
});

const joined = (from: number, to: number) => Buffer.concat(leaves.slice(from, to));

test.for([
  ['0/000', 0, 256],
  ['0/001', 256, 512],
  ['0/002.p/70', 512, 582],
  ['0/002.p/1', 512, 513],
  ['0/000.p/255', 0, 255],
] as const)('tile %s has the leaves from %d to %d, cacheable forever', async ([path, from, to], { tile }) => {
  const { status, headers, bytes } = await tile(path);
  expect(status).toBe(200);
  expect(bytes.equals(joined(from, to))).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  });
});

test('a tile of the next level has the roots of the full tiles below', async ({ tile }) => {
  const { status, bytes } = await tile('1/000.p/2');
  expect(status).toBe(200);
  const rootOf = (hashes: readonly Uint8Array[]): Uint8Array => {
    if (hashes.length === 1) return hashes[0]!;
    const middle = hashes.length / 2;
    const children = [rootOf(hashes.slice(0, middle)), rootOf(hashes.slice(middle))];
    return createHash('sha256')
      .update(Buffer.concat([Buffer.of(1), ...children]))
      .digest();
  };
  expect(bytes).toEqual(Buffer.concat([rootOf(leaves.slice(0, 256)), rootOf(leaves.slice(256, 512))]));
});

test('a tile that does not exist yet gets 404, which must not be cached', async ({ tile }) => {
  for (const path of ['0/002', '0/002.p/71', '0/003.p/1', '1/000', '1/000.p/3', '2/000.p/1', '63/000.p/1']) {
    const answer = await tile(path);
    expectRefusal(answer, 404, 'not_found');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  }
});

test('every tile has exactly one address', async ({ tile }) => {
  for (const path of [
    ...['0/0', '0/1', '0/00', '00/000', '0/x000/000', '0/000.p/256', '0/000.p/0', '0/000.p/01', '0/000.p/'],
    ...['0/000.p', '0/000/', '0//000', '-1/000', '64/000.p/1', '0/1e2', '0/000.P/1', '0/%30%30%300'],
    ...['0/x999/x999/x999/x999/x999/x999/999', '..%2f..%2fetc', '0/000%00'],
  ]) {
    expect((await tile(path)).status, path).toBe(404);
  }
});

test('a tile never changes while the log grows', async ({ sello, tile }) => {
  const before = await tile('0/002.p/70');
  leaves.push(...(await queueLeaves(sello, 300)));
  await sello.sequence();
  expect((await tile('0/002.p/70')).bytes.equals(before.bytes)).toBe(true);
  expect((await tile('0/002')).bytes.equals(joined(512, 768))).toBe(true);
});
