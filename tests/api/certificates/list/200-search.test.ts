import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect, FILE } from '../../../harness/world.ts';

const FILES = [
  {
    title: 'Contrato de Compraventa',
    name: 'Escritura Núm. 7.pdf',
    document_type: 'Notaría',
    external_id: 'EXP-2026/001',
  },
  {
    title: 'CONSTANCIA MÉDICA',
    name: 'resumen.txt',
    document_type: 'salud',
    metadata: '{"area":"uno","año":"2026"}',
    description: 'Presentada ante el Juzgado Tercero\nde lo Civil',
  },
  { title: '12345678', name: 'orden.csv', metadata: '{"area":"dos","año":"2026"}' },
  { title: 'pingüino', name: 'cert_folio.pdf', external_id: 'exp-2026/002' },
];

const test = base
  .extend('made', FILE, (): { id: string; title: string; file: { sha256: string } }[] => [])
  /** Positions of the results, oldest first. */
  .extend('find', ({ sello, client, made }) => async (query: Record<string, string>): Promise<number[]> => {
    const { status, body, text } = await sello.call(
      'GET',
      `${API}/certificates?${new URLSearchParams({ order: 'asc', ...query })}`,
      { key: client.key },
    );
    expect([status, text]).toEqual([200, text]);
    expect(body.pagination.total).toBe(body.certificates.length);
    return body.certificates.map(({ id }: { id: string }) => made.findIndex((one) => one.id === id));
  });

test.beforeAll(async ({ sello, client, made }) => {
  for (const [i, { title, name, document_type, external_id, metadata, description }] of FILES.entries()) {
    const { body } = await sello.call('POST', `${API}/certificates`, {
      key: client.key,
      ...fileForm(
        `content ${i}`,
        { title, ...(document_type && { document_type }), ...(description && { description }) },
        name,
      ),
    });
    made.push(body.certificate);
    await sello.database.query(
      'update certificates set external_id = $2, metadata = $3 where id = $1',
      [body.certificate.id, external_id ?? null, metadata ?? null],
      'label',
    );
  }
});

const CASES: [q: string, found: number[]][] = [
  ['medica', [1]],
  ['MÉDICA constancia', [1]],
  ['juzgado tercero', [1]],
  ['medica civil', [1]],
  ['constancia  compraventa', []],
  ['compraventa contrato', [0]],
  ['escritura contrato', [0]],
  ['num. 7', [0]],
  ['notaria', [0]],
  ['exp-2026', [0, 3]],
  ['EXP-2026/001', [0]],
  ['pinguino', [3]],
  ['PINGU\u0308INO', [3]],
  ['cert_folio', [3]],
  ['12345678', [2]],
  ['1234567', [2]],
  [' ', [0, 1, 2, 3]],
];

test.for(CASES)('q=%s finds %j', async ([q, found], { find }) => {
  expect(await find({ q })).toEqual(found);
});

test('the same is found once the worker has indexed it', async ({ sello, client, find }) => {
  const owner = { accountId: client.account.id, livemode: true };
  expect(await sello.ports.searchIndex.indexNext(owner)).toBe(FILES.length);
  expect(await sello.ports.searchIndex.indexNext(owner)).toBe(0);
  for (const [q, found] of CASES) expect([q, await find({ q })]).toEqual([q, found]);
});

test('a folio, or the first characters of a fingerprint, find exactly that', async ({ made, find }) => {
  expect(await find({ q: made[2]!.id })).toEqual([2]);
  for (const length of [8, 9, 33, 64]) {
    expect(await find({ q: made[1]!.file.sha256.slice(0, length) })).toEqual([1]);
    expect(await find({ q: ` ${made[1]!.file.sha256.slice(0, length).toUpperCase()} ` })).toEqual([1]);
  }
  expect(await find({ q: made[1]!.file.sha256.slice(0, 7) })).toEqual([]);
  expect(await find({ q: made[2]!.id, document_type: 'salud' })).toEqual([]);
});

test("another account's folio and fingerprint find nothing", async ({ sello, find }) => {
  const other = await sello.newAccount();
  const foreign = await sello.certify(other.key, 'foreign');
  expect(await find({ q: foreign.id })).toEqual([]);
  expect(await find({ q: foreign.file.sha256.slice(0, 10) })).toEqual([]);
});

test('external_id and metadata are compared exactly, and all of them must match', async ({ find }) => {
  expect(await find({ external_id: 'EXP-2026/001' })).toEqual([0]);
  expect(await find({ external_id: 'EXP-2026' })).toEqual([]);
  expect(await find({ 'metadata[año]': '2026' })).toEqual([1, 2]);
  expect(await find({ 'metadata[año]': '2026', 'metadata[area]': 'dos' })).toEqual([2]);
  expect(await find({ 'metadata[area]': 'DOS' })).toEqual([]);
  expect(await find({ 'metadata[other]': 'x' })).toEqual([]);
  expect(await find({ 'metadata[area]': 'uno', q: 'medica', status: 'stamped' })).toEqual([1]);
});

test.for([
  ['metadata=uno', '`metadata`'],
  ['metadata[]=uno', '`metadata`'],
  ['metadata[area]=a&metadata[area]=b', '`metadata.area` must be given once'],
  [`metadata[${'k'.repeat(41)}]=a`, '`metadata`'],
  ['metdata[area]=uno', '`metdata[area]` is not known here'],
])('%s is refused', async ([query, named], { sello, client }) => {
  const answer = await sello.call('GET', `${API}/certificates?${query}`, { key: client.key });
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain(named);
});

test('totals stay exact while certificates are added', async ({ sello }) => {
  const { key } = await sello.newAccount();
  const total = async () =>
    (await sello.call('GET', `${API}/certificates?q=contract&limit=1`, { key })).body.pagination.total;
  for (let count = 0; count < 4; count++) {
    expect(await total()).toBe(count);
    await sello.certify(key, `grow ${count}`);
  }
});

test('a changed description is found by its new words, and tags find a certificate', async ({
  sello,
  client,
  made,
  find,
}) => {
  const [first, second] = made as [(typeof made)[number], (typeof made)[number]];
  const patch = (id: string, payload: object) =>
    sello.call('PATCH', `${API}/certificates/${id}`, { key: client.key, payload });
  await patch(first.id, { description: 'Segunda sala' });
  expect(await find({ q: 'segunda sala' })).toEqual([0]);
  await patch(first.id, { tags: ['urgente', 'civil'] });
  await patch(second.id, { tags: ['civil'] });
  expect(await find({ tag: 'civil' })).toEqual([0, 1]);
  expect(await find({ tag: 'urgente', q: 'compraventa' })).toEqual([0]);
  expect(await find({ tag: 'Urgente' })).toEqual([]);
  await patch(first.id, { tags: [], description: null });
  expect(await find({ tag: 'civil' })).toEqual([1]);
  expect(await find({ q: 'segunda sala' })).toEqual([]);
});

test('certificates are found by their ids, but not those of other accounts', async ({
  sello,
  client,
  made,
  find,
}) => {
  const stranger = await sello.newAccount();
  const other = await sello.certify(stranger.key, 'not yours');
  const ids = [made[2]?.id, other.id, made[0]?.id].join(',');
  expect(await find({ ids })).toEqual([0, 2]);
  const refused = (given: string) =>
    sello.call('GET', `${API}/certificates?${new URLSearchParams({ ids: given })}`, { key: client.key });
  const tooMany = Array.from({ length: 101 }, () => made[0]?.id).join(',');
  for (const given of ['', 'cert_x', `${made[0]?.id},`, tooMany])
    expect(expectRefusal(await refused(given), 422, 'validation_failed')).toContain('`ids`');
});
