import { leafOf, queueEntries } from '../../../harness/log-leaves.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const entries: Uint8Array[] = [];
const test = base.extend(
  'bundle',
  ({ sello }) =>
    (path: string) =>
      sello.call('GET', `/log/tile/entries/${path}`),
);

test.beforeAll(async ({ sello }) => {
  // Two full bundles and 70 entries of a third, in batches that end inside rows and bundles and at their ends.
  for (const count of [1, 30, 1, 68, 156, 326]) {
    entries.push(...(await queueEntries(sello, count)));
    await sello.sequence();
  }
});

/** In the form of C2SP tlog-tiles, each entry comes after its length, a big-endian uint16. */
const joined = (from: number, to: number) =>
  Buffer.concat(entries.slice(from, to).flatMap((entry) => [Buffer.of(0, 32), entry]));

test.for([
  ['000', 0, 256],
  ['001', 256, 512],
  ['002.p/70', 512, 582],
  ['002.p/1', 512, 513],
  ['000.p/255', 0, 255],
  ['000.p/33', 0, 33],
] as const)(
  'bundle %s has the entries from %d to %d, cacheable forever',
  async ([path, from, to], { bundle }) => {
    const { status, headers, bytes } = await bundle(path);
    expect(status).toBe(200);
    expect(bytes.equals(joined(from, to))).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
  },
);

test('P97 the entries hash to the leaves of the tile of level 0 with the same address', async ({ sello }) => {
  for (const [path, from, to] of [
    ['000', 0, 256],
    ['002.p/70', 512, 582],
  ] as const) {
    const tile = await sello.call('GET', `/log/tile/0/${path}`);
    expect(tile.bytes.equals(Buffer.concat(entries.slice(from, to).map(leafOf)))).toBe(true);
  }
});

test('a bundle never changes while the log grows', async ({ sello, bundle }) => {
  const before = await bundle('002.p/70');
  entries.push(...(await queueEntries(sello, 300)));
  await sello.sequence();
  expect((await bundle('002.p/70')).bytes.equals(before.bytes)).toBe(true);
  expect((await bundle('002')).bytes.equals(joined(512, 768))).toBe(true);
});

test('a certificate is in the log with an entry that its proof leads to', async ({ sello, bundle }) => {
  const caller = await sello.newAccount({ certificates: 5 });
  await sello.certify(caller.key, 'Un contrato.');
  await sello.sequence();
  const place = entries.length;
  const [index, width] = [Math.floor(place / 256), (place % 256) + 1];
  const { bytes, status } = await bundle(`00${index}.p/${width}`);
  expect(status).toBe(200);
  const [row] = await sello.database.query(
    'select leaf_hash from certificate_tokens where account_id = $1',
    [caller.account.id],
    'own-leaf',
  );
  expect(Buffer.from(leafOf(bytes.subarray(-32)))).toEqual(row?.leaf_hash);
});
