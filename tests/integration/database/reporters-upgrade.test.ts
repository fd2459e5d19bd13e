/** An upgrade takes from the audit log who reported records that wait for a decision, and who rotated a key. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRowDigests } from '../../../server/src/database/check/row-digests.ts';
import { readMigrations } from '../../../server/src/database/migrate.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { openSnapshot } from '../../../server/src/database/snapshot.ts';
import { sqlWithin } from '../../../server/src/database/upgrades/declared-locks.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../../harness/empty-database.ts';

const all = await readMigrations();
const ANA = 'acct_00000000000000000000Ab';
const OWNER = 'per_00000000000000000000Ab';

let place: EmptyDatabase;
let database: Database;
let done = '';
beforeEach(async () => {
  place = await createEmptyDatabase();
  database = connect(place.address, 2, 0);
  done = '';
  await migrateTo('0065');
});
afterEach(async () => {
  await database.close();
  await place.drop();
});

test('old records get their reporters, as person or key; decided records and those without a trace stay unknown', async () => {
  await makeRecords();
  await acted('award.create', 'awd_1', 'person', ANA);
  await acted('award.change', 'awd_1', 'key', 'key_1', { fields: ['points', 'updated_at'] });
  await acted('award.change', 'awd_1', 'person', 'per_2', { fields: ['external_id', 'metadata'] });
  await acted('award.create', 'awd_2', 'person', 'per_2');
  await acted('roster.create', 'rst_1', 'key', 'key_1');
  await acted('course.create', 'crs_1', 'person', 'per_2');
  await acted('course.change', 'crs_1', 'person', 'per_3', { changes: { title: {} } });
  await acted('course.change', 'crs_1', 'person', 'per_4', { changes: { external_id: {} } });
  await acted('renewal.request', 'rnw_1', 'member', 'mem_1');
  await acted('key.rotate', 'key_1', 'person', 'per_2');
  await migrateTo('9999');
  const reporters = (table: string) => ask(`select id, reporters from ${table} order by id`);
  expect(await reporters('awards')).toEqual([
    { id: 'awd_1', reporters: ['key_1', OWNER] },
    { id: 'awd_2', reporters: null },
    { id: 'awd_3', reporters: ['key_1'] },
    { id: 'awd_4', reporters: null },
  ]);
  expect(await reporters('courses')).toEqual([{ id: 'crs_1', reporters: ['per_2', 'per_3'] }]);
  expect(await reporters('renewals')).toEqual([{ id: 'rnw_1', reporters: ['mem_1'] }]);
  expect(await ask('select rotated_by from api_keys')).toEqual([{ rotated_by: ['per_2'] }]);
  expect(await digestFaults()).toEqual([]);
});

/** Two single awards (one is decided), one from a roster, one that the log does not mention; a course and a renewal. */
async function makeRecords(): Promise<void> {
  await ask(`insert into accounts (id, email, name, certificates_left, certificates_granted, created_at)
             values ('${ANA}', 'ana@example.com', 'Ana', 5, 5, now())`);
  await ask(`insert into api_keys (id, account_id, name, livemode, scopes, rate_per_minute, monthly_quota, created_at)
             values ('key_1', '${ANA}', 'k', true, '{}', 1, 1, now())`);
  await ask(`insert into members (id, account_id, livemode, member_number, given_name, first_surname, status, public_code,
                                  search_text, created_at, updated_at)
             values ('mem_1', '${ANA}', true, '1', 'Eva', 'Luna', 'active', 'code', 'eva luna', now(), now())`);
  await ask(`insert into awards (id, account_id, livemode, member_id, activity, role, completed_on, points, status, posting_id,
                                 created_at, updated_at)
             select 'awd_' || n, '${ANA}', true, 'mem_1', '{"title": "x"}', 'attendee', '2026-01-01', '[]',
                    case when n = 2 then 'approved' else 'pending' end, case when n = 3 then 'rst_1' end, now(), now()
               from generate_series(1, 4) n`);
  await ask(`insert into courses (id, account_id, livemode, title, modality, starts_on, status, search_text, provider_search,
                                  created_at, updated_at)
             values ('crs_1', '${ANA}', true, 'x', 'online', '2026-01-01', 'proposed', 'x', '', now(), now())`);
  await ask(`insert into programs (id, account_id, livemode, name, unit, status, version, created_at, updated_at)
             values ('prg_1', '${ANA}', true, 'x', 'points', 'active', 1, now(), now())`);
  await ask(`insert into memberships (id, account_id, livemode, member_id, program_id, starts_on, status, created_at, updated_at,
                                      effective_status, term_id, valid_until, lapses_on)
             values ('mbs_1', '${ANA}', true, 'mem_1', 'prg_1', '2025-01-01', 'active', now(), now(), 'active', 'trm_1',
                     '2027-12-31', '2028-01-01')`);
  await ask(`insert into membership_terms (id, account_id, livemode, membership_id, number, program_version, tracks, starts_on,
                                           ends_on, created_at, updated_at, met, counted, missing_points)
             values ('trm_1', '${ANA}', true, 'mbs_1', 1, 1, '{}', '2025-01-01', '2027-12-31', now(), now(), false, 0, 6000)`);
  await ask(`insert into renewals (id, account_id, livemode, membership_id, term_id, status, basis, requested_on, created_at,
                                   updated_at)
             values ('rnw_1', '${ANA}', true, 'mbs_1', 'trm_1', 'requested', 'requirements', '2026-01-01', now(), now())`);
}

async function acted(action: string, target: string, type: string, actor: string, details = {}) {
  await database.query(`select write_audit($1, now(), $2, $3, $4, null, null, $5, $6)`, [
    ANA,
    action,
    type,
    actor,
    target,
    details,
  ]);
}

/** Up to this number. */
async function migrateTo(end: string): Promise<void> {
  for (const { name, sql } of all.filter((one) => one.name > done && one.name.slice(0, 4) <= end)) {
    await database.transaction((query) => query(sqlWithin({ sql })));
    done = name;
  }
}

async function digestFaults(): Promise<string[]> {
  const snapshot = await openSnapshot(place.address);
  const now = () => new Date();
  const given = { snapshot, now, beganAt: now(), takeBreak: async () => {}, advance: async () => {} };
  const found: string[] = [];
  for await (const { code, where } of checkRowDigests.find(given)) found.push(`${code}: ${where}`);
  await snapshot.close();
  return found;
}

function ask(sql: string): Promise<Record<string, unknown>[]> {
  return database.query(sql);
}
