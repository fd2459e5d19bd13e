import { createHash } from 'node:crypto';
import { fileForm } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect, FILE } from '../../../harness/world.ts';

type File = { content: string; title: string; name: string; type?: string };

const FILES: File[] = [
  { content: 'one', title: 'Contrato de arrendamiento', name: 'lease.pdf', type: 'contract' },
  { content: 'two', title: '100% agave', name: 'mezcal_label.PNG', type: 'label' },
  { content: 'three', title: 'under_score', name: 'notes.txt' },
  { content: 'four', title: 'back\\slash', name: 'path.txt', type: 'contract' },
  { content: 'five', title: 'ÁRBOL', name: 'Factura número 5.xml', type: 'invoice' },
  { content: 'one', title: 'Contrato, segunda vez', name: 'lease.pdf', type: 'Contract' },
];

const test = base
  .extend('times', FILE, (): Date[] => [])
  /** The index in FILES of each result, newest first. */
  .extend('find', ({ sello, client }) => async (query: Record<string, string>): Promise<number[]> => {
    const { status, body } = await sello.call('GET', `${API}/certificates?${new URLSearchParams(query)}`, {
      key: client.key,
    });
    expect(status).toBe(200);
    const titles: string[] = body.certificates.map(({ title }: { title: string }) => title);
    expect(body.pagination.total).toBe(titles.length);
    return titles.map((title) => FILES.findIndex((file) => file.title === title));
  })
  .extend(
    'at',
    ({ times }) =>
      (index: number, ms = 0) =>
        new Date(times[index]!.getTime() + ms).toISOString(),
  );

test.beforeAll(async ({ sello, client, times }) => {
  for (const { content, title, name, type } of FILES) {
    sello.advance(3_600_000);
    const fields = { title, ...(type !== undefined && { document_type: type }) };
    const { body } = await sello.call('POST', `${API}/certificates`, {
      key: client.key,
      ...fileForm(content, fields, name),
    });
    times.push(new Date(body.certificate.created_at));
  }
  // The first three certificates have an index in the log, in order of creation; a final block covers the first two.
  await sello.database.query(
    `with first_three as (
       delete from log_queue where id in (select ticket from certificates where number <= 3) returning id
     )
     insert into log_places (first_leaf_index, first_ticket, last_ticket) select 0, min(id), max(id) from first_three`,
    [],
    'placed',
  );
  await sello.database.query(
    `insert into anchors (network, nonce, tx_hash, raw, tree_size, root, max_fee, priority_fee, state, signed_at,
                          block_number, block_hash, block_time, tx_index, mined_at, final_at)
     select network, 0, sha256('tx'), '\\x00', 2, sha256('root'), 1, 1, 'final', now(), 1, sha256('block'), now(), 0, now(), now()
       from log_witnesses where livemode`,
    [],
    'final block',
  );
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('status', async ({ find }) => {
  expect(await find({ status: 'stamped' })).toEqual([5, 4, 3]);
  expect(await find({ status: 'anchoring' })).toEqual([2]);
  expect(await find({ status: 'certified' })).toEqual([1, 0]);
});

test('document_type is compared exactly', async ({ find }) => {
  expect(await find({ document_type: 'contract' })).toEqual([3, 0]);
  expect(await find({ document_type: 'contr' })).toEqual([]);
  expect(await find({ document_type: '%' })).toEqual([]);
  expect(await find({ document_type: '' })).toEqual([]);
});

test('sha256 is matched in any case', async ({ find }) => {
  expect(await find({ sha256: sha256('one') })).toEqual([5, 0]);
  expect(await find({ sha256: sha256('two').toUpperCase() })).toEqual([1]);
  expect(await find({ sha256: sha256('never') })).toEqual([]);
});

test('q finds a part of the title or of the file name, ignoring case', async ({ find }) => {
  expect(await find({ q: 'CONTRATO' })).toEqual([5, 0]);
  expect(await find({ q: 'lease' })).toEqual([5, 0]);
  expect(await find({ q: '.png' })).toEqual([1]);
  expect(await find({ q: 'árbol' })).toEqual([4]);
  expect(await find({ q: 'número' })).toEqual([4]);
  expect(await find({ q: 'nowhere' })).toEqual([]);
});

test('an empty q filters nothing', async ({ find }) => {
  expect(await find({ q: '' })).toEqual([5, 4, 3, 2, 1, 0]);
});

test.for([
  ['%', [1]],
  ['100%', [1]],
  ['0%a', []],
  ['_', [2, 1]],
  ['r_s', [2]],
  ['mezcal_', [1]],
  ['\\', [3]],
  ['k\\s', [3]],
  ['\\\\', []],
  ['\\%', []],
  ["'", []],
  ["' or true --", []],
] as const)('q matches %j literally, not as a pattern', async ([q, expected], { find }) => {
  expect(await find({ q })).toEqual(expected);
});

test('created_after and created_before are exclusive', async ({ find, at }) => {
  expect(await find({ created_after: at(2) })).toEqual([5, 4, 3]);
  expect(await find({ created_after: at(2, -1) })).toEqual([5, 4, 3, 2]);
  expect(await find({ created_before: at(2) })).toEqual([1, 0]);
  expect(await find({ created_before: at(2, 1) })).toEqual([2, 1, 0]);
});

test('dates are read with any offset from UTC', async ({ times, find }) => {
  const mexico = new Date(times[2]!.getTime() - 6 * 3_600_000).toISOString().replace('Z', '-06:00');
  expect(await find({ created_after: mexico })).toEqual([5, 4, 3]);
  expect(await find({ created_after: '0001-01-01T00:00:00Z' })).toHaveLength(6);
  expect(await find({ created_before: '9999-12-31T23:59:59-12:00' })).toHaveLength(6);
});

test('filters combine: all of them must match', async ({ find, at }) => {
  expect(await find({ q: 'contrato', document_type: 'contract' })).toEqual([0]);
  expect(await find({ sha256: sha256('one'), created_after: at(0) })).toEqual([5]);
  expect(await find({ created_after: at(0), created_before: at(4), status: 'stamped' })).toEqual([3]);
  const all = {
    status: 'certified',
    document_type: 'contract',
    sha256: sha256('one'),
    q: 'arrenda',
    created_after: at(0, -1),
    created_before: at(0, 1),
  };
  expect(await find(all)).toEqual([0]);
  expect(await find({ ...all, q: 'segunda' })).toEqual([]);
  expect(await find({ ...all, status: 'stamped' })).toEqual([]);
  expect(await find({ ...all, status: 'anchoring' })).toEqual([]);
});

test('with filters, the total counts all matches and not only the page', async ({ sello, client }) => {
  const { body } = await sello.call('GET', `${API}/certificates?q=.&limit=2&offset=1`, { key: client.key });
  expect(body.certificates).toHaveLength(2);
  expect(body.pagination).toEqual({ limit: 2, offset: 1, total: 6, has_more: true });
});
