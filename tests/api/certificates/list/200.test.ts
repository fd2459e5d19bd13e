import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API } from '../../../harness/test-sello.ts';

const TOTAL = 45;

/** Oldest first. */
let made: string[];
const sello = forFile(shareSello);
const caller = forFile(() => sello.newAccount());
beforeAll(async () => {
  made = [];
  for (let i = 0; i < TOTAL; i++) made.push((await sello.certify(caller.key, `file ${i}`)).id);
});

const list = async (query = '', key = caller.key) => {
  const { status, body } = await sello.call('GET', `${API}/certificates${query}`, { key });
  expect(status).toBe(200);
  return { ids: body.certificates.map(({ id }: { id: string }) => id), ...body };
};

test('the newest come first, by default 20 to a page', async () => {
  const { ids, pagination } = await list();
  expect(ids).toEqual(made.toReversed().slice(0, 20));
  expect(pagination).toEqual({ limit: 20, offset: 0, total: TOTAL, has_more: true });
});

test('a request that names all filters may leave them empty, as Postman sends them; an empty one alone finds nothing', async () => {
  const empty = ['after', 'status', 'document_type', 'sha256', 'external_id', 'tag', 'ids'];
  const { ids } = await list(`?${empty.map((name) => `${name}=`).join('&')}`);
  expect(ids).toEqual(made.toReversed().slice(0, 20));
  expect((await list('?external_id=')).ids).toEqual([]);
});

test('each entry equals the record of the detail', async () => {
  const { certificates } = await list('?limit=1');
  const detail = await sello.call('GET', `${API}/certificates/${made.at(-1)}`, { key: caller.key });
  expect(certificates).toEqual([detail.body.certificate]);
});

test.for([
  { query: '?limit=1', limit: 1, offset: 0, count: 1, hasMore: true },
  { query: '?limit=100', limit: 100, offset: 0, count: 45, hasMore: false },
  { query: '?offset=25', limit: 20, offset: 25, count: 20, hasMore: false },
  { query: '?limit=5&offset=39', limit: 5, offset: 39, count: 5, hasMore: true },
  { query: '?limit=5&offset=40', limit: 5, offset: 40, count: 5, hasMore: false },
  { query: '?limit=5&offset=44', limit: 5, offset: 44, count: 1, hasMore: false },
  { query: '?offset=45', limit: 20, offset: 45, count: 0, hasMore: false },
  { query: '?offset=2147483647', limit: 20, offset: 2_147_483_647, count: 0, hasMore: false },
])(
  '$query gives $count entries and says whether there are more',
  async ({ query, limit, offset, count, hasMore }) => {
    const { ids, pagination } = await list(query);
    expect(ids).toEqual(made.toReversed().slice(offset, offset + count));
    expect(pagination).toEqual({ limit, offset, total: TOTAL, has_more: hasMore });
  },
);

test('pages have no gaps: together they list every certificate once, whatever their size', async () => {
  for (const limit of [1, 7, 100]) {
    const seen: string[] = [];
    for (let hasMore = true; hasMore; ) {
      const page = await list(`?limit=${limit}&offset=${seen.length}`);
      seen.push(...page.ids);
      hasMore = page.pagination.has_more;
    }
    expect(seen).toEqual(made.toReversed());
  }
});

// More simultaneous reads than one statement can answer; some of them find nothing.
test.for([
  { kind: 'offset', query: (i: number) => `?limit=${1 + (i % 9)}&offset=${2 * i}` },
  { kind: 'after', query: (i: number) => `?limit=${1 + (i % 9)}&after=${made[i]}` },
  { kind: 'order', query: (i: number) => `?limit=3&order=asc&after=${made[i]}` },
  { kind: 'status', query: (i: number) => `?limit=4&status=stamped&offset=${2 * i}` },
])(
  'pages by $kind that are asked for at the same time are each answered with their own',
  async ({ query }) => {
    const queries = Array.from({ length: 40 }, (_, i) => query(i));
    const alone = [];
    for (const one of queries) alone.push(await list(one));
    expect(await Promise.all(queries.map((one) => list(one)))).toEqual(alone);
  },
);

test('a refused page does not affect other pages requested at the same time', async () => {
  const unknown = 'cert_0000000000000000000000';
  const answers = await Promise.all(
    [made[9], unknown, made[8], unknown, made[7]].map((after) =>
      sello.call('GET', `${API}/certificates?limit=1&after=${after}`, { key: caller.key }),
    ),
  );
  const refused = answers[1]?.status;
  expect(answers.map(({ status }) => status)).toEqual([200, refused, 200, refused, 200]);
  expect(refused).toBeGreaterThanOrEqual(400);
  expect([0, 2, 4].map((i) => answers[i]?.body.certificates[0].id)).toEqual([made[8], made[7], made[6]]);
});

test('a filtered list pages like the whole one', async () => {
  const whole = await list('?limit=100');
  const filtered = await list('?limit=100&status=stamped');
  expect(filtered).toEqual(whole);
  expect(await list('?limit=7&offset=40&status=stamped')).toEqual(await list('?limit=7&offset=40'));
  expect(await list('?offset=45&status=stamped')).toEqual(await list('?offset=45'));
});

test('an account without certificates has an empty list', async () => {
  const { key } = await sello.newAccount();
  expect(await list('', key)).toMatchObject({
    certificates: [],
    pagination: { limit: 20, offset: 0, total: 0, has_more: false },
  });
});

test('live and test certificates are listed separately, each for keys of its mode', async () => {
  const { account, key: live } = await sello.newAccount();
  const { key: trial } = await sello.newKey(account, { mode: 'test' });
  const [inTest, inLive] = [await sello.certify(trial, 'a'), await sello.certify(live, 'a')];
  expect(await list('', live)).toMatchObject({ ids: [inLive.id], pagination: { total: 1 } });
  expect(await list('', trial)).toMatchObject({ ids: [inTest.id], pagination: { total: 1 } });
  expect(await list('?q=contract', live)).toMatchObject({ ids: [inLive.id], pagination: { total: 1 } });
});

test("another account's certificates are never listed, with or without a filter", async () => {
  const other = await sello.newAccount();
  const { file } = await sello.certify(other.key, 'file 3');
  expect((await list('?limit=100')).ids).toEqual(made.toReversed());
  expect((await list(`?sha256=${file.sha256}`)).ids).toEqual([made[3]]);
  expect((await list('', other.key)).pagination.total).toBe(1);
});

test('two keys of one account see the same list', async () => {
  const { key } = await sello.newKey(caller.account);
  expect(await list('?limit=3', key)).toEqual(await list('?limit=3'));
});

test('certificates made at the same time are all listed, and later pages stay stable', async () => {
  const { key } = await sello.newAccount();
  const together = await Promise.all(
    Array.from({ length: 12 }, (_, i) => sello.certify(key, `together ${i}`)),
  );
  const first = await list('?limit=100', key);
  expect(first.ids.toSorted()).toEqual(together.map(({ id }) => id).toSorted());
  expect(first.pagination.total).toBe(12);
  const later = await sello.certify(key, 'later');
  expect((await list('?limit=100', key)).ids).toEqual([later.id, ...first.ids]);
  expect((await list('?limit=100&offset=1', key)).ids).toEqual(first.ids);
});

test('a failed upload leaves no gap in the list', async () => {
  const { key } = await sello.newAccount();
  const before = await sello.certify(key, 'before');
  const refused = await sello.call('POST', `${API}/certificates`, {
    key,
    payload: { file_name: 'x', file_base64: '?' },
  });
  expect(refused.status).toBe(422);
  const after = await sello.certify(key, 'after');
  expect(await list('?limit=1&offset=1', key)).toMatchObject({ ids: [before.id], pagination: { total: 2 } });
  expect((await list('?limit=1', key)).ids).toEqual([after.id]);
});

test('the answer carries the rate limits and nosniff', async () => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 60, monthlyQuota: 1_000 } });
  const { headers } = await sello.call('GET', `${API}/certificates`, { key });
  expect(headers['ratelimit-policy']).toBe('"minute";q=60;w=60, "month";q=1000');
  expect(headers.ratelimit).toMatch(/^"minute";r=59;t=60, "month";r=999;t=\d+$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('HEAD is answered with the same headers and no body', async () => {
  const { status, text, headers } = await sello.call('HEAD', `${API}/certificates`, { key: caller.key });
  expect([status, text]).toEqual([200, '']);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});
