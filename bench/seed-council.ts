/** Fills an account with members, memberships and awards, far faster than the API would. */

import { createHash } from 'node:crypto';
import pg from 'pg';
import { countTalliesAnew } from '../server/src/memberships/overview/pg-tallies.ts';
import type { SelloProcess } from './sello-process.ts';

export const AWARDS_EACH = 20;
/** The members of a block attend the same courses: each member has one award from each course. */
const BLOCK = 10_000;

export type SeededCouncil = { sello: SelloProcess; members: number; programId: string };

const TABLES = [
  'members',
  'memberships',
  'membership_tallies',
  'membership_terms',
  'renewals',
  'courses',
  'postings',
  'awards',
  'award_lines',
  'ledger_entries',
];

/** `members` is a multiple of 10,000. Standing, terms and points are spread as in a council that has run for years. */
export async function seedCouncil(
  sello: SelloProcess,
  programId: string,
  members: number,
): Promise<SeededCouncil> {
  // As superuser, who may switch off the checks of foreign keys: these rows are known to fit.
  const client = new pg.Client({ ...sello.database, user: 'postgres' });
  await client.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    const indexes = await dropIndexes(client);
    for (let from = 0; from < members; from += BLOCK * 10) {
      const to = Math.min(members, from + BLOCK * 10);
      for (const sql of [MEMBERS, MEMBERSHIPS, TERMS, RENEWALS])
        await client.query(sql, [sello.accountId, from, to - 1, ...(sql === MEMBERS ? [] : [programId])]);
      for (const sql of [COURSES, POSTINGS, AWARDS, LINES, ENTRIES]) {
        const courses = [(from / BLOCK) * AWARDS_EACH, (to / BLOCK) * AWARDS_EACH - 1];
        await client.query(sql, [
          ...(sql === LINES || sql === ENTRIES ? [] : [sello.accountId]),
          ...courses,
          ...(sql === POSTINGS ? [] : [programId]),
        ]);
      }
      progress(`${to} of ${members} members with their awards`);
    }
    // The triggers that keep the tallies are off too, so the tallies are counted here.
    await client.query('begin');
    await countTalliesAnew(async (text) => (await client.query(text)).rows);
    await client.query('commit');
    for (const [number, index] of indexes.entries()) {
      await client.query(index);
      progress(`index ${number + 1} of ${indexes.length}`);
    }
    for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`);
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  return { sello, members, programId };
}

function progress(what: string): void {
  process.stderr.write(`  seeding: ${what}\n`);
}

/** Building an index over all rows takes a fraction of the time of updating it for each row. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any($1::regclass[]) and not i.indisprimary
        and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** The id of record `n`, counted from 0. */
export function seededId(prefix: string, n: number): string {
  const hash = createHash('md5').update(String(n)).digest('hex');
  return `${prefix}_00${String(n).padStart(10, '0')}${hash.slice(0, 10)}`;
}

/** The same in SQL; ids of later records sort after it. */
function idOf(prefix: string, n: string): string {
  return `'${prefix}_00' || lpad((${n})::text, 10, '0') || left(md5((${n})::text), 10)`;
}

export function seededMemberNumber(index: number): string {
  return `N${String(index).padStart(7, '0')}`;
}

const MEMBERS = `
  insert into members (id, account_id, livemode, member_number, given_name, first_surname, email, email_key,
    professional_license, status, public_code, search_text, created_at, updated_at)
  select ${idOf('mem', 'n')}, $1, true, number, given, surname, email, email, (2000000 + n)::text,
    case when n % 100 = 7 then 'suspended' else 'active' end, left(md5('code' || n), 22),
    lower(given || ' ' || surname || ' ' || number), now(), now()
    from generate_series($2::bigint, $3::bigint) n,
         lateral (select 'N' || lpad(n::text, 7, '0') as number, 'm' || n || '@example.com' as email,
                         (array['Ana','Luis','María','José','Elena','Jorge','Rosa','Pedro','Lucía','Raúl'])[1 + n % 10] as given,
                         'Apellido' || n % 997 as surname) names`;

/**
 * Terms of 36 months that end from three years ahead to half a year ago: the older the member, the likelier the term
 * has lapsed. Six in a hundred have ended or not begun.
 */
const DAYS = `lateral (select case when n % 100 < 90 then current_date + (n * 37 % 1000)::integer
                                   else current_date - (n * 37 % 180)::integer end as ends_on) ends,
              lateral (select case when n % 100 = 50 then current_date + 10
                                   else (ends_on - interval '36 months')::date + 1 end as starts_on) starts`;

const MEMBERSHIPS = `
  insert into memberships (id, account_id, livemode, member_id, program_id, starts_on, tracks, status, created_at,
    updated_at, effective_status, term_id, valid_until, lapses_on, term_met)
  select ${idOf('mbs', 'n')}, $1, true, ${idOf('mem', 'n')}, $4, starts_on,
    case when n % 50 = 3 then '{honorary}'::text[] else '{}' end, case when n % 20 = 9 then 'ended' else 'active' end,
    now(), now(),
    case when n % 20 = 9 then 'ended' when n % 100 = 7 then 'suspended' else 'active' end,
    ${idOf('trm', 'n')}, ends_on, ends_on + 61, n % 5 > 0
    from generate_series($2::bigint, $3::bigint) n, ${DAYS}`;

/** Every second membership is in its second term. */
const TERMS = `
  insert into membership_terms (id, account_id, livemode, membership_id, number, program_version, tracks, starts_on,
    ends_on, renewal_id, created_at, updated_at, met, counted, missing_points)
  select case when is_old then ${idOf('trm', 'n + 5000000000')} else ${idOf('trm', 'n')} end, $1, true, ${idOf('mbs', 'n')},
    case when is_old or n % 2 = 1 then 1 else 2 end, 1, '{}',
    case when is_old then (starts_on - interval '36 months')::date else starts_on end,
    case when is_old then starts_on - 1 else ends_on end, case when is_old then ${idOf('rnw', 'n')} end, now(), now(),
    is_old or n % 5 > 0, case when n % 5 > 0 then 5400 else 1800 end, case when n % 5 > 0 then 0 else 3200 end
    from generate_series($2::bigint, $3::bigint) n, (values (true), (false)) as kinds (is_old), ${DAYS}
   where $4::text is not null and (not is_old or n % 2 = 0)`;

const RENEWALS = `
  insert into renewals (id, account_id, livemode, membership_id, term_id, status, basis, requested_on, decided_by,
    decided_at, new_term_id, created_at, updated_at)
  select ${idOf('rnw', 'n')}, $1, true, ${idOf('mbs', 'n')}, ${idOf('trm', 'n + 5000000000')}, 'approved', 'requirements',
    current_date - 100, 'key', now(), ${idOf('trm', 'n')}, now(), now()
    from generate_series($2::bigint, $3::bigint) n where $4::text is not null and n % 2 = 0`;

const COURSES = `
  insert into courses (id, account_id, livemode, title, modality, starts_on, ends_on, points, status, folio, search_text,
    provider_search, created_at, updated_at)
  select ${idOf('crs', 'c')}, $1, true, 'Curso ' || c, 'in_person', current_date - 60, current_date - 60,
    jsonb_build_array(jsonb_build_object('program_id', $4::text, 'role', 'attendee', 'category', 'emc', 'points', 300)),
    'accredited', 'S-' || c, 'curso ' || c || ' s-' || c, '', now(), now()
    from generate_series($2::bigint, $3::bigint) c`;

const POSTINGS = `
  insert into postings (id, account_id, livemode, kind, course_id, status, rows, created, duplicate, rejected, columns,
    created_at, updated_at)
  select ${idOf('rst', 'c')}, $1, true, 'roster', ${idOf('crs', 'c')}, 'completed', ${BLOCK}, ${BLOCK}, 0, 0,
    '{member_number}', now(), now()
    from generate_series($2::bigint, $3::bigint) c`;

/** Award k of member n, in the course of its block; the last two of each member wait for their decision. */
const MEMBER = `c / ${AWARDS_EACH} * ${BLOCK} + place`;
const EACH = `generate_series($F::bigint, $T::bigint) c, generate_series(0, ${BLOCK - 1}) place,
  lateral (select ${MEMBER} as n, c % ${AWARDS_EACH} as k, c * ${BLOCK} + place as a) award, ${DAYS},
  lateral (select greatest(least(starts_on + (k * 30)::integer, current_date, ends_on), starts_on) as completed_on,
                  case when n % 5 > 0 then 3 else 1 end as points) counted`;
const each = (from: number) => EACH.replace('$F', `$${from}`).replace('$T', `$${from + 1}`);
const IS_APPROVED = `k < ${AWARDS_EACH - 2}`;

const AWARDS = `
  insert into awards (id, account_id, livemode, member_id, course_id, role, completed_on, points, status, decided_by,
    decided_at, posting_id, entry_seq, created_at, updated_at)
  select ${idOf('awd', 'a')}, $1, true, ${idOf('mem', 'n')}, ${idOf('crs', 'c')}, 'attendee', completed_on,
    jsonb_build_array(jsonb_build_object('program_id', $4::text, 'category', 'emc', 'points', points * 100)),
    case when ${IS_APPROVED} then 'approved' else 'pending' end, case when ${IS_APPROVED} then 'key' end,
    case when ${IS_APPROVED} then now() end, ${idOf('rst', 'c')}, case when ${IS_APPROVED} then k + 1 end, now(), now()
    from ${each(2)}`;

const LINES = `
  insert into award_lines (program_id, category, award_id)
  select $3, 'emc', ${idOf('awd', 'c * 10000 + place')}
    from generate_series($1::bigint, $2::bigint) c, generate_series(0, ${BLOCK - 1}) place`;

/** The hashes have the right length and no meaning. */
const ENTRIES = `
  insert into ledger_entries (member_id, seq, kind, award_id, lines, completed_on, at, prev_hash, hash)
  select ${idOf('mem', 'n')}, k + 1, 'award', ${idOf('awd', 'a')},
    json_build_array(json_build_object('category', 'emc', 'points', points, 'program_id', $3::text)), completed_on, now(),
    sha256(int8send(a)), sha256(int8send(a + 1))
    from ${each(1)} where ${IS_APPROVED}`;
