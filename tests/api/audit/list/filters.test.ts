/** The filters of the audit log, the names of records in its entries, and both in CSV files. */

import { DASHBOARD, type Person, signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const MEMBER = { member_number: '7', given_name: 'Eva', first_surname: 'Ruiz' };

/** An owner who made a key, and an admin who made a live member and a test member. */
async function openTeam(sello: TestSello) {
  const owner = await signUp(sello);
  const admin = await joinAs(sello, owner, 'admin');
  await admin.call('PATCH', '/me', { name: 'Admin Two' });
  const key = await owner.newKey({ name: 'Servidor' });
  const made = await admin.call('POST', '/members?mode=live', MEMBER);
  expect(made.status, made.text).toBe(201);
  expect((await admin.call('POST', '/members?mode=test', MEMBER)).status).toBe(201);
  return { owner, admin, key, member: made.body.member };
}

async function actions(person: Person, query: string): Promise<string[]> {
  const { status, text, body } = await person.call('GET', `/audit?${query}`);
  expect(status, text).toBe(200);
  return body.events.map(({ action, mode }: { action: string; mode: string }) => `${action} ${mode}`);
}

test('entries are found by actor, action, record, mode and day, and by all of these together', async ({
  sello,
}) => {
  const { owner, admin, key, member } = await openTeam(sello);
  await sello.call('POST', '/api/public/v1/members', { key: key.secret, payload: MEMBER });
  expect(await actions(owner, `person=${admin.id}`)).toEqual(['member.create test', 'member.create live']);
  expect(await actions(owner, `key=${key.id}`)).toEqual([]);
  expect(await actions(owner, 'action=key')).toEqual(['key.create live']);
  expect(await actions(owner, 'action=key.revoke')).toEqual([]);
  expect(await actions(owner, `object=${member.id}`)).toEqual(['member.create live']);
  expect(await actions(owner, 'mode=test')).toEqual(['member.create test']);
  expect(await actions(owner, 'mode=live')).toEqual([
    'member.create live',
    'key.create live',
    'account.create null',
  ]);
  expect(await actions(owner, `person=${admin.id}&action=member.create&mode=live`)).toHaveLength(1);
  const { at } = (await owner.call('GET', '/audit?action=key')).body.events[0];
  expect(await actions(owner, `action=key&from=${at}`)).toHaveLength(1);
  expect(await actions(owner, `action=key&to=${at}`)).toHaveLength(0);
  expect(await actions(owner, 'to=1999-12-31')).toEqual([]);
  expect(await actions(owner, 'from=2200-01-01')).toEqual([]);
});

test('a day is in the account’s time zone, from midnight to midnight', async ({ sello }) => {
  const { owner } = await openTeam(sello);
  await owner.call('PATCH', '/account', { time_zone: 'Pacific/Kiritimati' });
  await sello.database.query(
    `select write_audit($1, '2026-01-30T10:30:00Z', 'council.change', 'operator', 'operator', null, null, null, '{}')`,
    [owner.account.id],
    'write-old',
  );
  const found = (query: string) => actions(owner, `action=council&${query}`);
  expect(await found('from=2026-01-31&to=2026-01-31')).toHaveLength(1);
  expect(await found('to=2026-01-30')).toHaveLength(0);
  expect(await found('from=2026-02-01')).toHaveLength(0);
});

test('an entry names the record and either the person with the role at the time, or the key with its maker', async ({
  sello,
}) => {
  const { owner, admin, member } = await openTeam(sello);
  const writer = await admin.newKey({ name: 'Registro', scopes: ['members:write', 'members:read'] });
  const changed = await sello.call('PATCH', `/api/public/v1/members/${member.id}`, {
    key: writer.secret,
    payload: { first_surname: 'Soto' },
  });
  expect(changed.status, changed.text).toBe(200);
  const [byKey, byPerson] = (await owner.call('GET', `/audit?object=${member.id}`)).body.events;
  const object = { type: 'member', id: member.id, name: 'Eva Soto', of: null };
  expect(byPerson).toMatchObject({
    actor: { type: 'person', id: admin.id, name: 'Admin Two', role: 'admin', made_by: null },
    object,
    mode: 'live',
  });
  expect(byKey).toMatchObject({
    actor: {
      type: 'key',
      id: writer.id,
      name: 'Registro',
      role: null,
      made_by: { id: admin.id, name: 'Admin Two' },
    },
    object,
  });
});

test('P20 filters by ids of another account find nothing, and show no names from it', async ({ sello }) => {
  const { owner, member } = await openTeam(sello);
  const other = await signUp(sello);
  await other.newKey();
  await sello.database.query(
    `select write_audit($1, now(), 'member.update', 'person', $2, null, null, $3, '{}')`,
    [other.account.id, other.id, member.id],
    'write-foreign',
  );
  expect(await actions(other, `person=${owner.id}`)).toEqual([]);
  const [entry] = (await other.call('GET', `/audit?object=${member.id}`)).body.events;
  expect(entry).toMatchObject({ target: member.id, object: null });
});

test('the pages of a filtered log follow each other without gaps, and the CSV has all entries', async ({
  sello,
}) => {
  const { owner } = await openTeam(sello);
  for (let i = 0; i < 4; i++) await owner.newKey({ name: `no. ${i}` });
  const ids: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const { body } = await owner.call('GET', `/audit?action=key&limit=2${before && `&before=${before}`}`);
    ids.push(...body.events.map(({ id }: { id: string }) => id));
    before = body.next_before;
  }
  const { status, text } = await owner.call('GET', '/audit.csv?action=key');
  expect(status).toBe(200);
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(ids);
  expect(ids).toHaveLength(5);
  expect(lines[0]).toContain('"no. 3"');
});

test('with a filter that matches little, the next pages continue the search until its end', async ({
  sello,
}) => {
  const { owner } = await openTeam(sello);
  await sello.database.query(
    `insert into audit_events select $1, n, now(), 'account.change', 'operator', 'operator', null, null, null, '{}', '\\x00', '\\x00'
       from generate_series(100, 50200) n`,
    [owner.account.id],
    'lengthen-fast',
  );
  await sello.database.query(
    'update audit_heads set number = 50200 where account_id = $1',
    [owner.account.id],
    'move-head',
  );
  const first = (await owner.call('GET', '/audit?action=key')).body;
  expect([first.events, first.next_before]).toEqual([[], '201']);
  const second = (await owner.call('GET', `/audit?action=key&before=${first.next_before}`)).body;
  expect([second.events.length, second.next_before]).toEqual([1, null]);
});

test('a viewer may read neither the list nor the CSV', async ({ sello }) => {
  const owner = await signUp(sello);
  const { cookie } = await joinAs(sello, owner, 'viewer');
  for (const path of ['/audit?action=key', '/audit.csv'])
    expect((await sello.call('GET', DASHBOARD + path, { headers: { cookie } })).status).toBe(403);
});
