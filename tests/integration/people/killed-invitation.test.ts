/**
 * The process dies while somebody accepts an invitation: afterwards there is either a seat or an open invitation, never
 * half of each.
 */

import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChildSello, startChildSello } from '../../harness/child-sello.ts';
import { DASHBOARD, type Person, signUp } from '../../harness/dashboard-person.ts';
import { inviteTo } from '../../harness/invitations.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

let sello: TestSello;
let child: ChildSello;
/** Two database sessions that block what the process does. */
let rows: pg.Client;
let table: pg.Client;
beforeEach(async () => {
  sello = await openTestSello();
  child = await startChildSello({ DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir });
  [rows, table] = [new pg.Client(sello.database.url), new pg.Client(sello.database.url)];
  await Promise.all([rows.connect(), table.connect()]);
});
afterEach(async () => {
  await child.kill('SIGKILL');
  await Promise.all([rows.end(), table.end()]);
  await sello.close();
});

async function begin(): Promise<{ owner: Person; eva: Person; secret: string; answer: Promise<unknown> }> {
  const [owner, eva] = [await signUp(sello), await signUp(sello)];
  const secret = await inviteTo(owner, eva.email, 'viewer');
  await rows.query('begin');
  await rows.query('select from accounts where id = $1 for update', [owner.account.id]);
  const answer = fetch(`${child.baseUrl}${DASHBOARD}/invitations/${secret}`, {
    method: 'POST',
    headers: { cookie: eva.cookie, 'content-type': 'application/json' },
    body: '{}',
  }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await expect.poll(() => waiting('for no key update')).toBe(1);
  return { owner, eva, secret, answer };
}

/** How many sessions wait for a lock in a statement like this one. */
async function waiting(statement: string): Promise<unknown> {
  const [row] = await sello.database.query(
    `select count(*)::int as sessions from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and position($1 in query) > 0`,
    [statement],
    'waiting',
  );
  return row?.sessions;
}

/** What the owner and Eva see after the kill, and after Eva accepts the invitation again. */
async function outcome(owner: Person, eva: Person, secret: string) {
  const shown = await eva.call('GET', `/invitations/${secret}`);
  const again = await eva.call('POST', `/invitations/${secret}`, {});
  const { people } = (await owner.call('GET', '/people')).body;
  const { events } = (await owner.call('GET', '/audit')).body;
  const joins = events.filter(({ action }: { action: string }) => action === 'person.join');
  return {
    shown: shown.body.invitation?.status,
    again: again.status,
    seats: people.length - 1,
    joins: joins.length,
  };
}

test('killed before it is stored, the invitation is still open, and can be accepted once', async () => {
  const { owner, eva, secret, answer } = await begin();
  await child.kill('SIGKILL');
  expect(await answer).toBe('cut off');
  await rows.query('rollback');
  expect(await outcome(owner, eva, secret)).toEqual({ shown: 'pending', again: 200, seats: 1, joins: 1 });
});

test('killed after it is stored and before the answer, there is one seat, and the page says so', async () => {
  const { owner, eva, secret, answer } = await begin();
  // The lock is granted as soon as the process's transaction ends, which is before the process reads the account for
  // its answer.
  const locked = table.query('begin; lock table accounts in access exclusive mode');
  await expect.poll(() => waiting('lock table accounts')).toBe(1);
  await rows.query('rollback');
  await locked;
  await child.kill('SIGKILL');
  expect(await answer).toBe('cut off');
  await table.query('rollback');
  expect(await outcome(owner, eva, secret)).toEqual({ shown: 'accepted', again: 404, seats: 1, joins: 1 });
});
