/** Each account that could log in becomes a person with an account, while servers of the last release still run. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkAuditChain } from '../../../server/src/audit/audit-log.ts';
import { makeAuditLog } from '../../../server/src/audit/pg-audit.ts';
import { checkRowDigests } from '../../../server/src/database/check/row-digests.ts';
import { readMigrations } from '../../../server/src/database/migrate.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { openSnapshot } from '../../../server/src/database/snapshot.ts';
import { sqlWithin } from '../../../server/src/database/upgrades/declared-locks.ts';
import { checkOwnersOfLogins, checkSeats } from '../../../server/src/people/check/pg-people-faults.ts';
import { CREDENTIALS_MARK } from '../../../server/src/people/login/pg-credentials.ts';
import { makeSessionStore } from '../../../server/src/people/login/pg-sessions.ts';
import { makePersonStore } from '../../../server/src/people/persons/pg-persons.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../../harness/empty-database.ts';

const BEFORE = '0058_row_digests.sql';
const FIRST = '0059_people.sql';
const all = await readMigrations();

const ANA = 'acct_00000000000000000000Ab';
const EVA = 'acct_00000000000000000000Cd';
const GONE = 'acct_00000000000000000000Ef';
const per = (account: string) => account.replace('acct_', 'per_');

let place: EmptyDatabase;
let database: Database;
beforeEach(async () => {
  place = await createEmptyDatabase();
  database = connect(place.address, 4, 0);
  done = '';
  await migrateTo(BEFORE);
});
afterEach(async () => {
  await database.close();
  await place.drop();
});

test('nobody is logged out, known browsers stay known, factors work, and keys say who made them', async () => {
  await makeAccounts();
  await logIn(ANA);
  const marks = await ask(OLD_MARK);
  await migrateTo();
  expect(await ask(`select id, email, name, time_zone from people order by id`)).toEqual([
    { id: per(ANA), email: 'ana@example.com', name: 'Ana', time_zone: 'America/Tijuana' },
    { id: per(EVA), email: 'evá@example.com'.normalize('NFC'), name: 'Eva', time_zone: null },
  ]);
  expect(await ask('select account_id, person_id, role from seats order by account_id')).toEqual([
    { account_id: ANA, person_id: per(ANA), role: 'owner' },
    { account_id: EVA, person_id: per(EVA), role: 'owner' },
  ]);
  const visit = await makeSessionStore(database).find(Buffer.from('token'), new Date(), undefined);
  expect(visit).toMatchObject({
    person: { id: per(ANA), hasAuthenticatorApp: true, passkeys: 1 },
    seat: { account: { id: ANA, name: 'Ana' }, role: 'owner' },
    seats: 1,
  });
  for (const table of ['second_factors', 'recovery_codes', 'passkeys', 'password_resets', 'address_changes'])
    expect([table, await ask(`select person_id from ${table}`)]).toEqual([table, [{ person_id: per(ANA) }]]);
  expect(await ask(`select ${CREDENTIALS_MARK} as mark from people p order by p.id`)).toEqual(marks);
  expect(await ask('select created_by from api_keys order by id')).toEqual([
    { created_by: per(ANA) },
    { created_by: null },
  ]);
  const known = await makePersonStore(database).findByEmail('EVA\u0301@example.com');
  expect(known?.person.id).toBe(per(EVA));
  const audit = makeAuditLog(database);
  for (const id of [per(ANA), per(EVA)]) {
    expect(await audit.rows(id, 0, 10)).toMatchObject([{ number: 1, action: 'person.create' }]);
    expect(await checkAuditChain({ audit }, id)).toBeUndefined();
  }
  expect(await faults()).toEqual([]);
});

test('P95 the last release opens accounts and logs people in between the migrations', async () => {
  await makeAccounts();
  await migrateTo(FIRST);
  await logIn(ANA);
  await ask(`insert into accounts (id, email, name, certificates_left, certificates_granted, created_at)
             values ('${GONE}x', 'new@example.com', 'New', 0, 0, now())`);
  await migrateTo();
  expect(await ask('select person_id from sessions')).toEqual([{ person_id: per(ANA) }]);
  expect(await ask('select count(*)::integer as people from people')).toEqual([{ people: 3 }]);
  expect(await faults()).toEqual([]);
});

test('P95 what the last release changes in an account also changes for its first owner, and the other way round', async () => {
  await makeAccounts();
  await migrateTo();
  const changes = `email = 'new@example.com', password_hash = 'other', language = 'en', email_proven_at = null`;
  await ask(`update accounts set ${changes} where id = '${ANA}'`);
  const read = (table: string, id: string) =>
    ask(`select email, password_hash, language, email_proven_at from ${table} where id = '${id}'`);
  const changed = [
    { email: 'new@example.com', password_hash: 'other', language: 'en', email_proven_at: null },
  ];
  expect(await read('people', per(ANA))).toEqual(changed);
  await ask(`update people set email = 'back@example.com', password_hash = 'own' where id = '${per(ANA)}'`);
  expect(await read('accounts', ANA)).toMatchObject([{ email: 'back@example.com', password_hash: 'own' }]);
  await logIn(ANA);
  expect(await faults()).toEqual([]);
  // Counting certificates writes the row of the account, but not the person.
  const version = () => ask(`select xmin::text as version from people where id = '${per(ANA)}'`);
  const before = await version();
  await ask(`update accounts set certificates_left = certificates_left + 1 where id = '${ANA}'`);
  expect(await version()).toEqual(before);
});

test('P95 the last release lets in only who owns the account of the same name, and takes no address twice', async () => {
  await makeAccounts();
  await migrateTo();
  await logIn(ANA);
  await ask(`update seats set role = 'viewer' where account_id = '${ANA}'`);
  expect(await ask(`select email, password_hash from accounts where id = '${ANA}'`)).toEqual([
    { email: ANA, password_hash: null },
  ]);
  for (const table of ['sessions', 'second_factors', 'recovery_codes', 'passkeys'])
    expect([table, await ask(`select account_id from ${table}`)]).toEqual([table, [{ account_id: null }]]);
  const open = `insert into accounts (id, email, name, certificates_left, certificates_granted, created_at)
                values ('${GONE}x', 'ANA@example.com', 'Thief', 0, 0, now()) on conflict (lower(email)) do nothing returning id`;
  expect(await ask(open)).toEqual([]);
  await ask(`update seats set role = 'owner' where account_id = '${ANA}'`);
  expect(await ask(`select email, password_hash from accounts where id = '${ANA}'`)).toEqual([
    { email: 'ana@example.com', password_hash: 'argon' },
  ]);
  expect(await ask('select account_id from sessions')).toEqual([{ account_id: ANA }]);
  expect(await faults()).toEqual([]);
});

/** Ana has everything; Eva's address is not in NFC; the third account is closed, and an operator made a link for it. */
async function makeAccounts(): Promise<void> {
  await ask(`
    insert into accounts (id, email, name, certificates_left, certificates_granted, created_at, time_zone, password_hash, email_proven_at, closed_at)
    values ('${ANA}', 'ana@example.com', 'Ana', 5, 5, now(), 'America/Tijuana', 'argon', now(), null),
           ('${EVA}', 'eva\u0301@example.com', 'Eva', 5, 5, now(), null, null, now(), null),
           ('${GONE}', '${GONE}', '', 5, 5, now(), null, null, null, now())`);
  await ask(`
    with second as (insert into second_factors (account_id, secret) values ('${ANA}', 'sealed')),
         code as (insert into recovery_codes (account_id, code_hash) values ('${ANA}', 'hash')),
         change as (insert into address_changes (token_hash, account_id, email, basis, expires_at)
                    values ('t', '${ANA}', 'x@example.com', 'b', now() + interval '1 hour')),
         resets as (insert into password_resets (token_hash, account_id, expires_at)
                    values ('a', '${ANA}', now() + interval '1 hour'), ('g', '${GONE}', now() + interval '1 hour'))
    insert into passkeys (id, account_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
    values ('passkey_1', '${ANA}', 'c', 'p', 0, '{}', 'Phone', false, now())`);
  await ask(`insert into api_keys (id, account_id, name, livemode, scopes, rate_per_minute, monthly_quota, created_at)
             select 'key_' || n, '${ANA}', 'k', true, '{}', 1, 1, now() from generate_series(1, 2) n`);
  const made = (key: string, type: string, actor: string) =>
    ask(
      `select write_audit('${ANA}', now(), 'key.create', '${type}', '${actor}', null, null, '${key}', '{}')`,
    );
  await made('key_1', 'person', ANA);
  await made('key_2', 'operator', 'operator');
}

/** Logs in as the last release does. */
async function logIn(account: string): Promise<void> {
  await ask(`insert into sessions (id, account_id, token_hash, created_at, last_seen_at, expires_at)
             values ('sess_' || substr('${account}', 6), '${account}', 'token', now(), now(), now() + interval '1 day')`);
}

const OLD_MARK = `
  select left(encode(sha256(convert_to(concat_ws(' ', a.id, coalesce(a.password_hash, '-'),
           coalesce((select f.secret from second_factors f where f.account_id = a.id), '-'),
           (select string_agg(p.id, ' ' order by p.id) from passkeys p where p.account_id = a.id)), 'UTF8')), 'hex'), 32) as mark
    from accounts a where a.closed_at is null order by a.id`;

let done: string;

async function migrateTo(last = '9999'): Promise<void> {
  for (const { name, sql } of all.filter(({ name }) => name > done && name <= last)) {
    await database.transaction((query) => query(sqlWithin({ sql })));
    done = name;
  }
}

/** The findings of `sello fsck` about people, or about rows whose digest does not match. */
async function faults(): Promise<string[]> {
  const snapshot = await openSnapshot(place.address);
  const now = () => new Date();
  const given = { snapshot, now, beganAt: now(), takeBreak: async () => {}, advance: async () => {} };
  const found: string[] = [];
  for (const check of [checkOwnersOfLogins, checkSeats, checkRowDigests])
    for await (const { code, where } of check.find(given)) found.push(`${code}: ${where}`);
  await snapshot.close();
  return found;
}

function ask(sql: string): Promise<Record<string, unknown>[]> {
  return database.query(sql);
}
