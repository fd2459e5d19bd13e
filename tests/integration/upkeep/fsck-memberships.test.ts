import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstProblem, fsck } from '../../harness/busy-sello.ts';
import { openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { type Council, openCouncil } from '../../harness/memberships.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
let tamperer: Tamperer;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello);
  tamperer = await openTamperer(sello.database.url);
  await live();
});
afterAll(async () => {
  await tamperer?.close();
  await sello?.close();
});

const checked = () => fsck({ sello });
const codes = async () => (await checked()).findings.map(({ code }) => code);

/** Awards approved and revoked, a renewal approved and one annulled, one that waits. */
async function live(): Promise<void> {
  const program = await council.program({
    rules: {
      term_months: 12,
      anchor: council.today(11),
      grace_days: 30,
      renewal_opens_days: 120,
      categories: [{ code: 'emc', name: 'EMC' }],
      requirements: [{ code: 'total', min_points: 10, period: 'term' }],
    },
  });
  for (const kind of ['approved', 'annulled', 'waiting'] as const) {
    const { id, member_id } = await council.membership({ program, starts_on: council.today(-300) });
    const given = [];
    for (const points of [10, 4.25, 3]) {
      const { award } = await council.must('POST', '/awards', {
        member_id,
        activity: { title: 'Congreso', kind: 'congress' },
        completed_on: council.today(-20),
        points: [{ program_id: program.id, category: 'emc', points }],
      });
      await council.must('POST', `/awards/${award.id}/approve`, {});
      given.push(award.id);
    }
    await council.must('POST', `/awards/${given[2]}/revoke`, { reason: 'error' });
    const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {
      approve: kind !== 'waiting',
    });
    if (kind === 'annulled') await council.must('POST', `/renewals/${renewal.id}/annul`, { reason: 'x' });
  }
  const headers = { 'idempotency-key': 'kept' };
  await council.call('POST', '/programs', { name: 'x', rules: program.rules }, { headers });
}

test('M3 fsck finds nothing wrong in members, awards, terms and renewals that nobody touched', async () => {
  const { holds, findings } = await checked();
  expect(findings).toEqual([]);
  expect(holds).toBe(true);
});

/** Each is one change that somebody with the database in hand might make, and the code that names it. */
const CHANGES = [
  [
    'points_changed',
    `update ledger_entries set lines = replace(lines::text, '4.25', '9.25')::json where seq = 2`,
  ],
  ['points_changed', 'update ledger_entries set completed_on = completed_on - 1 where seq = 1'],
  ['points_changed', "update ledger_entries set at = at + interval '1 second' where seq = 2"],
  ['points_missing', 'delete from ledger_entries where seq = 2'],
  ['points_unlinked', "update ledger_entries set prev_hash = sha256('x') where seq = 3"],
  [
    'award_not_in_ledger',
    "update awards set points = jsonb_set(points, '{0,points}', '2000') where status = 'approved'",
  ],
  ['award_not_reversed', "update awards set status = 'revoked' where status = 'approved'"],
  ['points_stray', "update awards set status = 'pending' where status = 'approved'"],
  [
    'snapshot_changed',
    `update renewals set snapshot = replace(snapshot, '14.25', '94.25') where snapshot is not null`,
  ],
  ['snapshot_changed', "update renewals set snapshot_sha256 = sha256('x') where snapshot is not null"],
  ['renewal_unlinked', 'update renewals set new_term_id = term_id where new_term_id is not null'],
  ['terms_overlap', 'update membership_terms set starts_on = starts_on - 1 where number = 2 and not is_void'],
  ['answer_differs', "update idempotency_keys set body = body || 'A' where sealed"],
] as const;

test.for(CHANGES)('M3 fsck tells %s after: %s', async ([code, change]) => {
  await tamperer.run('begin');
  await tamperer.run('commit');
  const tables = ['ledger_entries', 'awards', 'renewals', 'membership_terms', 'idempotency_keys'];
  for (const table of tables) await tamperer.run(`create table kept_${table} as table ${table}`);
  await tamperer.run(change);
  expect(await codes()).toContain(code);
  for (const table of tables.toReversed()) {
    await putBack(table);
    await tamperer.run(`drop table kept_${table}`);
  }
  expect(await codes()).toEqual([]);
});

async function putBack(table: string): Promise<void> {
  const rows = await tamperer.run(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  await tamperer.run(`delete from ${table}`);
  await tamperer.run(
    `insert into ${table} (${rows[0]?.columns}) select ${rows[0]?.columns} from kept_${table}`,
  );
}

const CACHES = [
  ['points_differ', 'update membership_terms set counted = counted + 1'],
  ['points_differ', 'update membership_terms set met = not met'],
  ['points_differ', 'update membership_terms set missing_points = missing_points + 1'],
  ['standing_differs', "update memberships set effective_status = 'suspended'"],
  ['standing_differs', 'update memberships set valid_until = valid_until + 1'],
  ['standing_differs', "update memberships set lapses_on = 'infinity'"],
  ['standing_differs', 'update memberships set term_id = (select id from membership_terms where is_void)'],
] as const;

test.for(CACHES)('M3 fsck tells %s and mends it after: %s', async ([code, change]) => {
  await tamperer.run(change);
  expect(await firstProblem({ sello })).toMatchObject({ code, repair: 'memberships' });
  const mended = await fsck({ sello }, { repair: true });
  expect(mended.holds).toBe(true);
  expect(mended.repaired.map(({ kind }) => kind)).toEqual(['memberships']);
  expect(await codes()).toEqual([]);
});

test('M3 terms that wait to be counted anew are a note, not a problem', async () => {
  await tamperer.run('update membership_terms set is_stale = true, counted = counted + 1 where not is_void');
  const { holds, findings } = await checked();
  expect(holds).toBe(true);
  expect(new Set(findings.map(({ level }) => level))).toEqual(new Set(['note']));
  await fsck({ sello }, { repair: true });
  expect(await codes()).toEqual([]);
});
