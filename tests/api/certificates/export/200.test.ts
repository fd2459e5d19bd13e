import { randomBytes } from 'node:crypto';
import { readBundle } from '@sello/proof';
import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { around, expect, FILE } from '../../../harness/world.ts';

const test = around(openAnchoredSello)
  .extend('made', FILE, (): { id: string }[] => [])
  .extend(
    'post',
    FILE,
    ({ world, made }) =>
      async (title: string, fields: Record<string, string> = {}): Promise<void> => {
        const { status, body } = await world.sello.call('POST', `${API}/certificates`, {
          key: world.caller.key,
          ...fileForm(randomBytes(12), { title, ...fields }),
        });
        expect(status).toBe(201);
        made.push(body.certificate);
      },
  )
  .extend(
    'get',
    ({ world }) =>
      (query: string, key = world.caller.key) =>
        world.sello.call('GET', `${API}/certificates/export?${query}`, { key }),
  )
  .extend(
    'list',
    ({ world }) =>
      async (query = '') =>
        (await world.sello.call('GET', `${API}/certificates?${query}`, { key: world.caller.key })).body
          .certificates,
  );

test.beforeAll(async ({ world, post }) => {
  await post('=HYPERLINK("http://evil.example")', {
    external_id: 'A-1',
    metadata: '{"k":"=1+1","ñ":"á, \\"b\\""}',
  });
  await post('Contrato, con "comillas" y más');
  await world.sello.sequence();
  await world.anchorAndMine();
  await post('Todavía no');
});

test('ndjson: the records of the list, one on each line', async ({ get, list }) => {
  const { status, headers, text } = await get('format=ndjson');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="certificates.ndjson"');
  expect(headers['cache-control']).toBe('private, no-store');
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line))).toEqual(await list());
});

test('csv: every field by its name, with formulas made harmless and metadata as JSON', async ({
  get,
  list,
}) => {
  const { headers, text } = await get('order=asc');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  const rows = parseCsv(text.replace('\ufeff', ''));
  const [names = [], ...records] = rows;
  expect(records).toHaveLength(3);
  const [first] = records.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i]])));
  const [wanted] = await list('order=asc');
  expect(first).toMatchObject({
    id: wanted.id,
    object: 'certificate',
    livemode: 'true',
    status: 'certified',
    title: `'${wanted.title}`,
    description: '',
    external_id: 'A-1',
    file_sha256: wanted.file.sha256,
    file_size: '12',
    nom151_serial: wanted.nom151.serial,
    nom151_warnings: '[]',
    blockchain_status: 'final',
    blockchain_block_number: String(wanted.blockchain.block_number),
    created_at: wanted.created_at,
  });
  expect(JSON.parse(first?.metadata ?? '')).toEqual({ k: '=1+1', ñ: 'á, "b"' });
  // Fields that are null in this certificate, but objects in others, are given values.
  const shown = {
    ...wanted,
    origin: { kind: 'adopted', issued_by: 'another', issued_at: 'earlier' },
    sealed: { status: 'sealed', certificate_id: 'x', sha256: 'x', url: 'x', reason: null },
    sealed_from: { certificate_id: 'x', sha256: 'x', url: 'x' },
  };
  const fields = Object.entries<unknown>(shown).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && name !== 'metadata'
      ? Object.keys(value).map((part) => `${name}_${part}`)
      : [name],
  );
  expect(names).toEqual(fields);
});

test('the filters, the order and after are those of the list', async ({ made, get }) => {
  const ids = async (query: string) =>
    (await get(`format=ndjson&${query}`)).text
      .split('\n')
      .flatMap((line) => (line ? [JSON.parse(line).id] : []));
  const [a, b, c] = made.map(({ id }) => id);
  expect(await ids('order=asc')).toEqual([a, b, c]);
  expect(await ids('status=certified')).toEqual([b, a]);
  expect(await ids('q=TODAVIA')).toEqual([c]);
  expect(await ids('external_id=A-1')).toEqual([a]);
  expect(await ids('limit=2')).toEqual([c, b]);
  expect(await ids(`after=${b}`)).toEqual([a]);
  expect(await ids(`order=asc&after=${a}`)).toEqual([b, c]);
  expect(await ids('q=nothing')).toEqual([]);
});

test('zip: a bundle for each certificate with its proofs, the verifying page once, and an index', async ({
  world,
  made,
  get,
}) => {
  const { status, headers, bytes } = await get('format=zip');
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = readEntries(bytes);
  const [a, b, c] = made.map(({ id }) => id);
  expect([...entries.keys()]).toEqual(
    [c, b, a].map((id) => `bundles/${id}.zip`).concat('verify.html', 'index.csv'),
  );
  for (const id of [a, b, c]) {
    const proof = await world.sello.call('GET', `${API}/certificates/${id}/proof?type=bundle&format=raw`, {
      key: world.caller.key,
    });
    const [alone, exported] = [proof.bytes, entries.get(`bundles/${id}.zip`)!].map(
      (zip) => readBundle(zip).files,
    );
    for (const name of ['file.sha256', 'timestamp.tsr', 'chain.pem', 'blockchain-proof.xml', 'log-key.txt'])
      expect(exported?.get(name)).toEqual(alone?.get(name));
    expect(exported?.has('verify.html')).toBe(false);
    expect(Buffer.compare(alone!.get('verify.html')!, entries.get('verify.html')!)).toBe(0);
  }
  expect(readBundle(entries.get(`bundles/${a}.zip`)!).xml).toBeDefined();
  expect(readBundle(entries.get(`bundles/${c}.zip`)!).xml).toBeUndefined();
  const [, ...rows] = parseCsv(String(entries.get('index.csv')).replace('\ufeff', ''));
  expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
    [c, 'stamped', `bundles/${c}.zip`, 'time stamp'],
    [b, 'certified', `bundles/${b}.zip`, 'time stamp, blockchain proof'],
    [a, 'certified', `bundles/${a}.zip`, 'time stamp, blockchain proof'],
  ]);
});

test('an export counts as one call, and without certificates it is empty', async ({ world, get }) => {
  const { key } = await world.sello.newAccount({ key: { ratePerMinute: 9 } });
  const empty = await get('format=ndjson', key);
  expect([empty.status, empty.text]).toEqual([200, '']);
  expect(empty.headers.ratelimit).toMatch(/^"minute";r=8;/);
  expect(parseCsv((await get('format=csv', key)).text)).toHaveLength(1);
  expect([...readEntries((await get('format=zip', key)).bytes).keys()]).toEqual(['index.csv']);
});

/** Parses CSV as RFC 4180 defines it. */
function parseCsv(text: string): string[][] {
  return text
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
}

/** Reads uncompressed entries, found through the directory at the end of the ZIP. */
function readEntries(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < zip.readUInt16LE(end + 10); i++) {
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const size = zip.readUInt32LE(at + 24);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.set(name, zip.subarray(start, start + size));
    at += 46 + nameLength;
  }
  return entries;
}
