/** Lists with more records than a list counts; all matches of a search may be old. */

import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { manyMembers, openProgramCouncil } from '../../harness/program-council.ts';
import { openTestSello } from '../../harness/test-sello.ts';

/** Lapsed memberships are made first, then more others than a list looks at before it sorts. */
const LAPSED = 10_200;
const OTHERS = 5_300;

let lapsed: string[];
const sello = forFile(openTestSello);
const world = forFile(async () => openProgramCouncil(sello, (await sello.newAccount()).key));
beforeAll(async () => {
  const ids = (await manyMembers(sello, world, LAPSED + OTHERS)).toSorted();
  lapsed = ids.slice(0, LAPSED).toReversed();
  await sello.database.query(
    "update memberships set valid_until = '2026-01-01', lapses_on = '2026-01-02' where member_id = any($1)",
    [lapsed],
  );
  await sello.database.query('analyze memberships');
});

const members = async (query: string) => {
  const { members: found, pagination } = await world.ask('GET', `/members?${query}`, 200);
  return { ids: found.map(({ id }: { id: string }) => id), pagination };
};

test.for([
  'standing=lapsed',
  'term_ends_before=2026-02-01',
  'standing=lapsed&met=false',
  'standing=lapsed&status=active',
])(
  'M15 %s: the newest come first and the pages continue to the last, even if more records match than are counted',
  async (filter) => {
    const first = await members(`${filter}&limit=100`);
    expect(first.ids).toEqual(lapsed.slice(0, 100));
    expect(first.pagination).toMatchObject({ total: null, total_at_least: 10_001, has_more: true });
    const second = await members(`${filter}&limit=100&offset=100`);
    expect(second.ids).toEqual(lapsed.slice(100, 200));
    const next = await members(`${filter}&limit=100&after=${lapsed[199]}`);
    expect(next.ids).toEqual(lapsed.slice(200, 300));
    const last = await members(`${filter}&limit=100&after=${lapsed.at(-61)}`);
    expect(last.ids).toEqual(lapsed.slice(-60));
    expect(last.pagination).toMatchObject({ has_more: false });
  },
);

test.for(['standing=lapsed', 'standing=lapsed&status=active', 'standing=current', 'q=ana', ''])(
  'order=asc reverses a list, page by page: %s',
  async (filter) => {
    const down = await members(`${filter}&limit=100`);
    const oldest = await members(`${filter}&limit=100&order=asc`);
    expect(oldest.ids).toEqual(oldest.ids.toSorted());
    expect(oldest.pagination).toEqual(down.pagination);
    const next = await members(`${filter}&limit=50&order=asc&after=${oldest.ids[49]}`);
    expect(next.ids).toEqual(oldest.ids.slice(50));
    const skipped = await members(`${filter}&limit=50&order=asc&offset=50`);
    expect(skipped.ids).toEqual(oldest.ids.slice(50));
  },
);

test.for(['name', 'member_number', 'valid_until'])(
  'the order of %s goes through all of them, page by page, each once, and turns around',
  async (sort) => {
    for (const filter of ['', 'standing=lapsed', 'standing=current', 'status=active&met=false', 'q=ana']) {
      const list = `${filter}&sort=${sort}&limit=100`;
      const first = await members(list);
      expect(new Set(first.ids).size, filter).toBe(100);
      const second = await members(`${list}&after=${first.ids[99]}`);
      expect((await members(`${list}&offset=100`)).ids).toEqual(second.ids);
      const last = await members(`${list}&order=desc`);
      const before = await members(`${list}&order=desc&after=${last.ids[98]}`);
      expect(before.ids[0]).toBe(last.ids[99]);
      expect(last.pagination).toEqual(first.pagination);
      const back = await members(`${list}&order=desc&after=${second.ids[0]}`);
      expect(back.ids).toEqual(first.ids.toReversed());
    }
  },
);

test.for(['programs', 'memberships', 'courses', 'rosters', 'awards', 'renewals', 'webhooks'])(
  'the list of %s accepts `order`, and the refusal of another value names the two words',
  async (list) => {
    await world.ask('GET', `/${list}?order=asc`, 200);
    const refused = await world.ask('GET', `/${list}?order=up`, 422);
    expect(refused.message).toMatch(/order.*desc.*asc/);
  },
);

test('memberships are listed in the same way', async () => {
  const ask = (query: string) => world.ask('GET', `/memberships?standing=lapsed&limit=2&${query}`, 200);
  const first = await ask('');
  expect(first.memberships.map(({ member_id }: { member_id: string }) => member_id)).toEqual(
    lapsed.slice(0, 2),
  );
  const last = await ask(`after=${lapsed.at(-2)?.replace('mem_', 'mbs_')}`);
  expect(last.memberships.map(({ member_id }: { member_id: string }) => member_id)).toEqual(lapsed.slice(-1));
  expect(last.pagination).toMatchObject({ total: null, has_more: false });
});

test('a member with two memberships is counted once', async () => {
  const twice = lapsed.slice(0, 300);
  const { program } = await world.ask('POST', '/programs', 201, {
    name: 'Otro',
    rules: { term_months: 12, categories: [{ code: 'a', name: 'A' }], requirements: [] },
  });
  const second = (ids: readonly string[]) =>
    sello.database.query(
      `insert into memberships (id, account_id, livemode, member_id, program_id, starts_on, status, created_at, updated_at,
                                effective_status, term_id, valid_until, lapses_on)
       select 'mbs_second' || substr(member_id, 15), account_id, livemode, member_id, $2, starts_on, 'active', created_at,
              updated_at, 'active', term_id || 'x', valid_until, lapses_on
         from memberships where member_id = any($1)`,
      [ids, program.id],
    );
  await second(twice);
  const { ids, pagination } = await members('standing=lapsed&limit=100');
  expect(ids).toEqual(lapsed.slice(0, 100));
  expect(pagination).toMatchObject({ total: null, total_at_least: 10_001 });
  await sello.database.query("update memberships set lapses_on = 'infinity' where member_id = any($1)", [
    lapsed.slice(9_900),
  ]);
  expect((await members('standing=lapsed')).pagination).toMatchObject({ total: 9_900 });
});

test('the filter is right however a term becomes met', async () => {
  const [id = ''] = lapsed;
  const met = async () => (await members('met=true&standing=lapsed')).ids;
  expect(await met()).toEqual([]);
  const term = 'membership_id in (select id from memberships where member_id = $1)';
  await sello.database.query(`update membership_terms set met = true where ${term}`, [id]);
  expect(await met()).toEqual([id]);
  await sello.database.query(`update membership_terms set met = false where ${term}`, [id]);
  expect(await met()).toEqual([]);
});
