import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { checkAuditChain, checkAuditChains } from '../../../server/src/audit/audit-log.ts';
import { type Person, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

let other: TestSello;
const sello = forFile(openTestSello);
beforeAll(async () => {
  other = await sello.another();
});

/** A person with an account whose chain has ten rows, with every kind of text in it. */
async function busyPerson(): Promise<Person> {
  const person = await signUp(sello);
  for (let i = 0; i < 9; i++) await person.newKey({ name: `Ñandú 🔑 "${i}"` });
  return person;
}

/** Runs a change like an attacker with database access who disables its trigger. */
async function tamper(sql: string, params: unknown[]): Promise<void> {
  const { query } = sello.database;
  await query('alter table audit_events disable trigger audit_events_append_only', [], 'guard off');
  await query(sql, params, `tamper ${createHash('md5').update(sql).digest('hex')}`);
  await query('alter table audit_events enable trigger audit_events_append_only', [], 'guard on');
}

const check = ({ account }: Person) => checkAuditChain(sello.ports, account.id);

test('P40 an untouched chain verifies', async () => {
  expect(await check(await busyPerson())).toBeUndefined();
});

test.for([
  ['at', `at + interval '1 microsecond'`],
  ['action', `'key.create'`],
  ['actor_type', `'operator'`],
  ['actor_id', `actor_id || 'x'`],
  ['ip', `'10.0.0.1'`],
  ['ip', 'null'],
  ['user_agent', `coalesce(user_agent, '') || 'x'`],
  ['target', `''`],
  ['details', `'{}'`],
  ['details', `(details::text || ' ')::json`],
  ['hash', `sha256('x')`],
  ['prev_hash', `sha256('x')`],
] as const)('P40 one edited row is found: %s = %s', async ([column, value]) => {
  const person = await busyPerson();
  await person.call('POST', '/sessions/close-others');
  await person.call('POST', '/keys', { name: 'x' }, { 'user-agent': 'Browser/1.0' });
  const number = column === 'action' ? 1 : 11;
  await tamper(`update audit_events set ${column} = ${value} where account_id = $1 and number = $2`, [
    person.account.id,
    number,
  ]);
  expect(await check(person)).toEqual({ accountId: person.account.id, number, problem: 'changed' });
});

test('P40 a deleted row is found, wherever it was', async () => {
  for (const number of [1, 5, 10]) {
    const person = await busyPerson();
    await tamper('delete from audit_events where account_id = $1 and number = $2', [
      person.account.id,
      number,
    ]);
    expect(await check(person)).toEqual({ accountId: person.account.id, number, problem: 'missing' });
  }
});

test('P40 a shortened or deleted chain is found', async () => {
  const [short, gone] = [await busyPerson(), await busyPerson()];
  await tamper('delete from audit_events where account_id = $1 and number > 7', [short.account.id]);
  expect(await check(short)).toMatchObject({ number: 8, problem: 'missing' });
  await tamper('delete from audit_events where account_id = $1', [gone.account.id]);
  await tamper('delete from audit_heads where account_id = $1', [gone.account.id]);
  expect(await check(gone)).toMatchObject({ number: 1, problem: 'missing' });
});

test('P40 two swapped rows are found', async () => {
  const person = await busyPerson();
  await tamper(
    `update audit_events set number = case number when 4 then -5 else -4 end where account_id = $1 and number in (4, 5)`,
    [person.account.id],
  );
  await tamper('update audit_events set number = -number where account_id = $1 and number < 0', [
    person.account.id,
  ]);
  expect(await check(person)).toEqual({ accountId: person.account.id, number: 4, problem: 'changed' });
});

test('P40 an inserted row and a changed end are found', async () => {
  const [longer, moved] = [await busyPerson(), await busyPerson()];
  await tamper(
    `insert into audit_events select account_id, number + 1, at, action, actor_type, actor_id, ip, user_agent, target,
            details, hash, hash from audit_events where account_id = $1 and number = 10`,
    [longer.account.id],
  );
  expect(await check(longer)).toMatchObject({ number: 11, problem: 'changed' });
  await tamper(`update audit_heads set hash = sha256('x') where account_id = $1`, [moved.account.id]);
  expect(await check(moved)).toMatchObject({ number: 10, problem: 'end_differs' });
});

test('P40 rows of one account are not accepted in the chain of another', async () => {
  const [one, two] = [await busyPerson(), await busyPerson()];
  await tamper('delete from audit_events where account_id = $1 and number = 3', [one.account.id]);
  await tamper('update audit_events set account_id = $1 where account_id = $2 and number = 3', [
    one.account.id,
    two.account.id,
  ]);
  expect(await check(one)).toMatchObject({ number: 3, problem: 'changed' });
  expect(await check(two)).toMatchObject({ number: 3, problem: 'missing' });
});

test('P40 checking all accounts names each broken one once, and no intact one', async () => {
  const fresh = await openTestSello();
  const people = [await signUp(fresh), await signUp(fresh), await signUp(fresh)];
  await fresh.newAccount();
  const faults = async () => {
    const found = [];
    for await (const fault of checkAuditChains(fresh.ports)) found.push(fault);
    return found;
  };
  expect(await faults()).toEqual([]);
  const { id } = people[1]!.account;
  await fresh.database.query('alter table audit_events disable trigger audit_events_append_only', [], 'off');
  await fresh.database.query(`update audit_events set ip = '10.0.0.1' where account_id = $1`, [id], 'edit');
  expect(await faults()).toEqual([{ accountId: id, number: 1, problem: 'changed' }]);
  await fresh.close();
});

test('P40 the database itself refuses to change or delete entries', async () => {
  await busyPerson();
  for (const sql of [
    'update audit_events set ip = null',
    'delete from audit_events',
    'truncate audit_events',
  ]) {
    await expect(sello.database.query(sql, [], sql)).rejects.toThrow('append-only');
  }
});

test('P40 many simultaneous writes in two processes make one chain without a gap', async () => {
  const person = await signUp(sello);
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      (i % 2 ? sello : other).call('POST', '/api/dashboard/keys', {
        payload: { name: `no. ${i}` },
        headers: { cookie: person.cookie },
      }),
    ),
  );
  expect(await sello.ports.audit.head(person.account.id)).toMatchObject({ number: 31 });
  expect(await check(person)).toBeUndefined();
});

test('P40 a change that cannot be logged is not made', async () => {
  const person = await signUp(sello);
  const { query } = sello.database;
  await query('alter table audit_events add constraint broken check (number < 2) not valid', [], 'break');
  const answer = await person.call('POST', '/keys', { name: 'unseen' });
  await query('alter table audit_events drop constraint broken', [], 'mend');
  expect(answer.status).toBe(500);
  expect((await person.call('GET', '/keys')).body.keys).toEqual([]);
  expect(await check(person)).toBeUndefined();
});
