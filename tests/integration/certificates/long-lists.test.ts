/** Lists of accounts with many certificates: every page and total is right, with any filter. */

import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const MANY = 20_000;

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());
beforeAll(async () => {
  await seed(MANY);
  // Half of the certificates are indexed; the newer half is scanned.
  const owner = { accountId: caller.account.id, livemode: true };
  for (let indexed = 0; indexed < MANY / 2; ) indexed += await sello.ports.searchIndex.indexNext(owner);
});

/** With 20,000 certificates, 15,000 are certified, 4,000 are being anchored and 1,000 have no place in the log yet. */
async function seed(total: number): Promise<void> {
  const query = (name: string, text: string) => sello.database.query(text, [caller.account.id, total], name);
  await query(
    'seed',
    `insert into certificates (account_id, id, livemode, number, code, title, document_type, file_name, file_mime,
       file_size, sha256, psc, tst_serial, policy_oid, gen_time, accredited, warnings, created_at, ticket)
     select $1, 'cert_' || lpad(n::text, 22, '0'), true, n, lpad(n::text, 22, '0'), 'Contrato ' || n,
       (array['deed', 'contract'])[1 + n % 2], n || '.pdf', 'application/pdf', 1, sha256(n::text::bytea), 'psc', '0', '1.2',
       '2026-01-31T18:00:00.123Z', false, '[]', timestamptz '2026-01-01Z' + n * interval '1 minute',
       n
       from generate_series(1, $2::integer) n`,
  );
  await query(
    'seed-search',
    `insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
     select account_id, livemode, number, created_at, document_type, lower(title) || E'\\n' || lower(file_name)
       from certificates where account_id = $1 and $2::integer > 0`,
  );
  await sello.database.query('insert into log_places values (0, 1, 19000)', [], 'seed-places');
  await query('count', 'update certificate_counts set total = $2 where account_id = $1 and livemode');
  await sello.database.query(
    `insert into anchors (network, nonce, tx_hash, raw, tree_size, root, max_fee, priority_fee, state, signed_at,
                          block_number, block_hash, block_time, tx_index, mined_at, final_at)
     select network, 0, sha256('tx'), '\\x00', 15000, sha256('root'), 1, 1, 'final', now(), 1, sha256('block'), now(), 0,
            now(), now()
       from log_witnesses where livemode`,
    [],
    'anchor',
  );
}

async function page(query: string) {
  const { status, body } = await sello.call('GET', `${API}/certificates?${query}`, { key: caller.key });
  expect(status).toBe(200);
  const numbers = body.certificates.map(({ title }: { title: string }) => Number(title.split(' ')[1]));
  return { numbers, ...body.pagination };
}

test('each page of a filtered list follows the one before it, to the last', async () => {
  for (const [query, expected] of [
    ['status=certified', (n: number) => n <= 15_000],
    ['status=anchoring', (n: number) => n > 15_000 && n <= 19_000],
    ['status=stamped', (n: number) => n > 19_000],
    ['document_type=deed', (n: number) => n % 2 === 0],
    ['q=contrato%201', (n: number) => String(n).includes('1')],
    ['q=o%2012', (n: number) => String(n).includes('12')],
    ['q=77.pdf', (n: number) => String(n).endsWith('77')],
    ['q=77.pdf&status=certified&document_type=contract', (n: number) => n <= 15_000 && n % 100 === 77],
  ] as [string, (n: number) => boolean][]) {
    const all = Array.from({ length: MANY }, (_, i) => MANY - i).filter(expected);
    for (const offset of [0, 100, all.length - 130, all.length - 30, all.length, all.length + 5]) {
      if (offset < 0) continue;
      const { numbers, total, has_more } = await page(`${query}&limit=100&offset=${offset}`);
      expect(numbers, `${query} from ${offset}`).toEqual(all.slice(offset, offset + 100));
      expect([total, has_more]).toEqual([all.length, offset + 100 < all.length]);
    }
  }
});

test('date filters cut the list exactly', async () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
  const { numbers, total } = await page(`created_after=${at(100)}&created_before=${at(103)}`);
  expect([numbers, total]).toEqual([[102, 101], 2]);
  expect((await page(`created_after=${at(0)}&limit=1`)).total).toBe(MANY);
});

test('a status is a range of numbers, because places follow numbers even with concurrent uploads', async () => {
  const other = await sello.another();
  const busy = await sello.newAccount();
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      await (i % 2 === 0 ? sello : other).certify(busy.key, `${i}`);
      if (i % 7 === 0) await (i % 3 === 0 ? sello : other).sequence();
    }),
  );
  const rows = await sello.database.query(
    'select leaf_index from certificates left join lateral log_place(ticket) on true where account_id = $1 order by number',
    [busy.account.id],
    'places',
  );
  const places = rows.map(({ leaf_index }) => (leaf_index as number | null) ?? Number.POSITIVE_INFINITY);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).toHaveLength(60);
});

test('no word is found across title and file name', async () => {
  expect((await page('q=7777.pdf')).numbers).toEqual([17_777, 7_777]);
});

test('an account that has most of all words finds the same, and nothing of another account', async () => {
  const other = await sello.newAccount();
  await sello.certify(other.key, 'hello', { title: 'Contrato 7777' });
  const owners = [caller, other].map(({ account }) => ({ accountId: account.id, livemode: true }));
  await sello.ports.searchIndex.indexNext(owners[1]!);
  const find = (owner: (typeof owners)[number], isMostOfAll: boolean) =>
    sello.ports.search.numbers(
      owner,
      { text: 'contrato 7777' },
      {
        low: 0,
        high: 1_000_000,
        indexedTo: 500_000,
        isMostOfAll,
        changes: 0,
        afterNumber: undefined,
        commonWords: [true, false],
        isExact: false,
      },
      { order: 'desc', limit: 10, offset: 0 },
    );
  for (const isMostOfAll of [true, false]) {
    expect(await find(owners[0]!, isMostOfAll)).toEqual([7_777]);
    expect(await find(owners[1]!, isMostOfAll)).toEqual([1]);
  }
});

test('where the PostgreSQL extensions are not available, lists are searched without an index', async () => {
  await sello.database.query('drop index certificate_words_by_text', [], 'unindexed');
  expect((await page('q=contrato%209999')).numbers).toEqual([19_999, 9_999]);
});
