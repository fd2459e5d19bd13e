import { RULES } from '../../../harness/memberships.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'evaluate',
  ({ council }) =>
    async (id: string, body: object) =>
      (await council.must('POST', `/programs/${id}/evaluate`, body)).evaluation,
);

const AWARDS = [
  { id: 'a1', completed_on: '2026-03-01', category: 'emc', points: 50.25 },
  { id: 'a2', completed_on: '2026-04-01', category: 'docencia', points: 25 },
];
const trial = (more: object = {}) => ({
  membership: { starts_on: '2026-01-01' },
  awards: AWARDS,
  term: 1,
  ...more,
});

test('returns the whole evaluation, by the rules of a draft', async ({ council, evaluate }) => {
  const { id } = await council.program({ isDraft: true });
  expect(await evaluate(id, trial())).toEqual({
    as_of: council.today(),
    program_version: 1,
    term: 1,
    starts_on: '2026-01-01',
    ends_on: '2028-12-31',
    extended_until: null,
    met: true,
    counted: 70.25,
    earned: 75.25,
    carried_in: 0,
    carries_out: 0,
    missing_points: 0,
    by_category: [
      { code: 'emc', earned: 50.25, counted: 50.25, max_points: null },
      { code: 'docencia', earned: 25, counted: 20, max_points: 20 },
    ],
    by_year: [
      { starts_on: '2026-01-01', ends_on: '2026-12-31', counted: 70.25 },
      { starts_on: '2027-01-01', ends_on: '2027-12-31', counted: 0 },
      { starts_on: '2028-01-01', ends_on: '2028-12-31', counted: 0 },
    ],
    requirements: [{ code: 'total', name: 'Total', min: 60, have: 70.25, missing: 0, met: true }],
    awards: [
      { id: 'a1', category: 'emc', counted: 50.25, because: null },
      { id: 'a2', category: 'docencia', counted: 20, because: 'cap:docencia' },
    ],
  });
});

test('accepts an older version, a waiver, a chosen term number, an unknown category, and awards without ids', async ({
  council,
  evaluate,
}) => {
  const { id } = await council.program();
  const requirements = [{ code: 'total', min_points: 80, period: 'term' }];
  await council.must('PATCH', `/programs/${id}`, { version: 1, rules: { ...RULES, requirements } });
  expect(await evaluate(id, trial())).toMatchObject({ program_version: 2, met: false, missing_points: 9.75 });
  expect(await evaluate(id, trial({ version: 1 }))).toMatchObject({ program_version: 1, met: true });
  const membership = { starts_on: '2026-01-01', first_term_number: 4, waivers: { '4': { total: 0 } } };
  expect(await evaluate(id, trial({ membership, term: 4, awards: [] }))).toMatchObject({
    term: 4,
    met: true,
  });
  const awards = [{ completed_on: '2026-03-01', category: 'libros', points: 5 }];
  expect((await evaluate(id, trial({ awards }))).awards).toEqual([
    { id: '1', category: 'libros', counted: 0, because: 'not_in_version' },
  ]);
});

test('nothing is stored, not even an Idempotency-Key', async ({ sello, council }) => {
  const { id } = await council.program({ isDraft: true });
  const tables = await sello.database.query(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const counts = async () => {
    const counting = tables.map(({ name }) => `select '${name}' as name, count(*)::integer from ${name}`);
    return sello.database.query(counting.join(' union all '));
  };
  const ask = () =>
    council.call('POST', `/programs/${id}/evaluate`, trial(), { headers: { 'idempotency-key': 'trial' } });
  const first = await ask();
  const before = await counts();
  expect((await ask()).text).toBe(first.text);
  const usage = /^(?:api_key_usage|usage_days|answered_requests)$/;
  const kept = (rows: readonly Record<string, unknown>[]) =>
    rows.filter(({ name }) => !usage.test(String(name)));
  expect(kept(await counts())).toEqual(kept(before));
  expect(before.find(({ name }) => name === 'idempotency_keys')?.count).toBe(0);
});
