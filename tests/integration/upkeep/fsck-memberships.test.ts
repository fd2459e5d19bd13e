import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstProblem, fsck, isUnfound } from '../../harness/busy-sello.ts';
import { fillCouncil } from '../../harness/fill-council.ts';
import { type Column, openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let tamperer: Tamperer;
const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  tamperer = await openTamperer(sello.database.url);
  await fillCouncil(council);
});
afterAll(async () => {
  await tamperer?.close();
});

const checked = () => fsck({ sello });
const codes = async () => (await checked()).findings.map(({ code }) => code);

test('M3 fsck finds nothing wrong in members, awards, terms and renewals that nobody touched', async () => {
  const { holds, findings } = await checked();
  expect(findings).toEqual([]);
  expect(holds).toBe(true);
});

/** Changes that somebody with access to the database might make, each with the code of the finding. */
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

test.for(CHANGES)('M3 fsck reports %s after: %s', async ([code, change]) => {
  const tables = ['ledger_entries', 'awards', 'renewals', 'membership_terms', 'idempotency_keys'];
  for (const table of tables) await tamperer.run(`create table kept_${table} as table ${table}`);
  await tamperer.run(change);
  expect(await codes()).toContain(code);
  for (const table of tables.toReversed()) {
    await putBack(table);
    await tamperer.run(`drop table kept_${table}`);
  }
});

test('M3 fsck finds nothing wrong once all of these changes are undone', async () => {
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
  ['standing_differs', 'update memberships set term_met = not term_met'],
  ['standing_differs', 'update memberships set term_id = (select id from membership_terms where is_void)'],
] as const;

test.for(CACHES)('M3 fsck reports %s and repairs it after: %s', async ([code, change]) => {
  await tamperer.run(change);
  expect(await firstProblem({ sello })).toMatchObject({ code, repair: 'memberships' });
  const mended = await fsck({ sello }, { repair: true });
  expect(mended.holds).toBe(true);
  expect(mended.repaired.map(({ kind }) => kind)).toEqual(['memberships']);
  expect(await codes()).toEqual([]);
});

test('M3 terms that wait to be counted again are a note, not a problem', async () => {
  await tamperer.run('update membership_terms set is_stale = true, counted = counted + 1 where not is_void');
  const { holds, findings } = await checked();
  expect(holds).toBe(true);
  expect(new Set(findings.map(({ level }) => level))).toEqual(new Set(['note']));
  await fsck({ sello }, { repair: true });
  expect(await codes()).toEqual([]);
});

/** Columns of these tables in which no change, or not every change, can be found, and why. */
const BEYOND: Record<string, string> = {
  ...reason('a person chose it, and there is no second record of it', [
    'memberships.tracks',
    'renewals.wants_constancia',
    'memberships.suspended_on',
    'memberships.suspend_reason',
    'memberships.ended_on',
    'memberships.end_reason',
    'memberships.external_id',
    'memberships.metadata',
    'membership_terms.tracks',
    'membership_terms.extend_reason',
    'membership_terms.checklist',
    'membership_terms.waivers',
    'renewals.reason',
    'renewals.decision_reason',
    'renewals.decided_by',
    'renewals.reporters',
    'renewals.requested_on',
    'renewals.basis',
    'renewals.id',
  ]),
  ...reason('its hash covers it to the millisecond', ['ledger_entries.at']),
  ...reason('after a lapse it may be any day', ['membership_terms.starts_on']),
  ...reason('a time that our own clock gave', [
    'memberships.created_at',
    'memberships.updated_at',
    'membership_terms.created_at',
    'membership_terms.updated_at',
    'renewals.created_at',
    'renewals.updated_at',
    'renewals.decided_at',
  ]),
  ...reason('the days of a membership that nothing has decided yet', ['membership_terms.ends_on']),
  ...reason('nobody reads it of a void term; of the others it is told above', [
    'membership_terms.met',
    'membership_terms.counted',
    'membership_terms.missing_points',
  ]),
  ...reason('kept for an annulment that may never come', ['renewals.ended_extension']),
  ...reason('derived by the database from the snapshot', ['renewals.snapshot_met']),
  ...reason('a changed mark asks for another count, which is the same', [
    'membership_terms.is_stale',
    'membership_tallies.is_new',
  ]),
};

function reason(why: string, columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, why]));
}

test('M3 one changed value of a ledger, a membership, a term or a renewal is found', async () => {
  const random = seededRandom();
  const tables = ['ledger_entries', 'memberships', 'membership_tallies', 'membership_terms', 'renewals'];
  const nameOf = ({ table, name }: Column) => `${table}.${name}`;
  const columns = (await tamperer.columns()).filter(
    (column) => tables.includes(column.table) && column.name !== 'row_digest' && !(nameOf(column) in BEYOND),
  );
  const unfound: string[] = [];
  for (const column of columns) {
    const flip = await tamperer.flip(column, random);
    if (typeof flip !== 'object') continue;
    if (await isUnfound({ sello })) unfound.push(`${nameOf(column)}: ${flip.row}`);
    await flip.undo();
  }
  expect({ unfound, seed: random.seed }).toEqual({ unfound: [], seed: random.seed });
  expect(await codes()).toEqual([]);
});
