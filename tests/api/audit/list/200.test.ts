import { turnOn } from '../../../harness/authenticator.ts';
import { cookieOf, DASHBOARD, type Person, signUp } from '../../../harness/dashboard-person.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: records as they come over the wire.
type Events = any[];

const eventsOf = async ({ call }: Person): Promise<Events> => (await call('GET', '/audit')).body.events;
/** The person's own log. */
const ownEventsOf = async ({ call }: Person): Promise<Events> => (await call('GET', '/me/audit')).body.events;
const actionsOf = async (person: Person) => (await eventsOf(person)).map(({ action }) => action);

test('P40 every change by a person is listed, newest first, with actor, address and target', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { account } = person;
  const headers = { 'user-agent': 'Browser/1.0' };
  const made = await person.call('POST', '/keys', { name: 'Servidor' }, headers);
  const { id } = made.body.key;
  await person.call('PATCH', `/keys/${id}`, { rate_per_minute: 9, expires_at: null }, headers);
  await person.call('POST', `/keys/${id}/rotate`, { grace_seconds: 60 }, headers);
  await person.call('DELETE', `/keys/${id}`, { reason: 'lost' }, headers);
  const [revoke, rotate, change, create, first] = await eventsOf(person);
  const [open, firstOwn] = await ownEventsOf(person);
  const common = {
    id: expect.stringMatching(/^\d+$/),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    actor: { type: 'person', id: person.id, name: account.name, role: 'owner', made_by: null },
    object: { type: 'key', id, name: 'Servidor', of: null },
    mode: 'live',
    ip: '127.0.0.1',
    user_agent: 'Browser/1.0',
  };
  expect(revoke).toEqual({
    ...common,
    action: 'key.revoke',
    target: id,
    details: { reason: 'lost', role: 'owner' },
  });
  expect(rotate).toEqual({
    ...common,
    action: 'key.rotate',
    target: id,
    details: { old_secret_ends_at: expect.any(String), role: 'owner' },
  });
  expect(change).toMatchObject({ action: 'key.change', details: { rate_per_minute: 9 } });
  expect(create).toMatchObject({
    action: 'key.create',
    target: id,
    details: { name: 'Servidor', mode: 'live', rate_per_minute: 60, monthly_quota: 1_000 },
  });
  expect(open).toMatchObject({ action: 'session.open', target: expect.stringMatching(/^sess_/) });
  expect(firstOwn).toMatchObject({ id: '1', action: 'person.create', details: {} });
  expect(first).toMatchObject({ id: '1', action: 'account.create', details: { certificates: 5 } });
});

test('P40 changes to person, sessions, password and second factor are only in the person’s own log', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { email, password } = person;
  await person.call('PATCH', '/me', { name: 'Eva', language: 'es' });
  await person.call('PATCH', '/me', {});
  const other = cookieOf(await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } }));
  await person.call('POST', '/logout', undefined, { cookie: other });
  const app = await turnOn(sello, person);
  const [recovery] = app.recoveryCodes;
  await person.call('POST', '/second-factor/recovery-codes', { password, code: recovery });
  await person.call('POST', '/second-factor/remove', { password, code: app.code() });
  await person.call('POST', '/deletion-request', { password });
  await person.call('POST', '/deletion-request/cancel');
  const changed = await person.call('POST', '/password', {
    current_password: password,
    new_password: 'new password',
  });
  const inAccount = await person.call('GET', '/audit', undefined, { cookie: cookieOf(changed) });
  expect(inAccount.body.events.map(({ action }: { action: string }) => action)).toEqual([
    'deletion.cancel',
    'deletion.request',
    'account.create',
  ]);
  const events = await person.call('GET', '/me/audit', undefined, { cookie: cookieOf(changed) });
  expect(events.body.events.map(({ action }: { action: string }) => action)).toEqual([
    'password.change',
    'second_factor.disable',
    'recovery_codes.renew',
    'second_factor.enable',
    'session.close',
    'session.open',
    'person.change',
    'session.open',
    'person.create',
  ]);
  expect(events.body.events[0].details).toEqual({ sessions_closed: 1 });
  expect(events.body.events[6].details).toEqual({ changed: ['name', 'language'] });
});

test('P40 failed logins of an account are listed, bounded by the throttle; those of unknown addresses are not', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const login = (email: string) =>
    sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password: 'wrong' } });
  for (let i = 0; i < 13; i++) await login(person.email);
  await login('nobody@example.com');
  await sello.ports.aside.settled();
  const failed = (await ownEventsOf(person)).filter(({ action }) => action === 'session.open_failed');
  expect(failed).toHaveLength(10);
  expect(failed[0].details).toEqual({ wrong: 'password' });
});

test('P40 what the operator does to the account is listed under the operator', async ({ sello }) => {
  const { OPERATOR } = await import('../../../../server/src/kernel/actor.ts');
  const person = await signUp(sello);
  await sello.ports.accounts.grant(person.account.id, 7, sello.ports.now(), OPERATOR);
  const [grant] = await eventsOf(person);
  expect(grant).toMatchObject({
    action: 'allowance.grant',
    actor: { type: 'operator', id: 'operator', name: 'operator' },
    ip: null,
    user_agent: null,
    target: null,
    details: { certificates: 7 },
  });
});

test('P40 a refused change is not listed, and a repeated one-time change is listed once', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { id } = await person.newKey();
  await person.call('DELETE', `/keys/${id}`);
  await person.call('DELETE', `/keys/${id}`);
  await person.call('PATCH', `/keys/${sello.ports.newId('key')}`, { name: 'x' });
  await person.call('POST', '/keys', { name: '' });
  await person.call('POST', `/keys/${id}/rotate`);
  await person.call('POST', '/sessions/close-others');
  expect(await actionsOf(person)).toEqual(['key.revoke', 'key.create', 'account.create']);
});

test('P20 an account sees no entries of another', async ({ sello }) => {
  const [person, other] = [await signUp(sello), await signUp(sello)];
  await other.newKey();
  expect(await actionsOf(person)).toEqual(['account.create']);
});

test('pages have no gaps or duplicates, even while entries are written', async ({ sello }) => {
  const person = await signUp(sello);
  for (let i = 0; i < 5; i++) await person.newKey({ name: `no. ${i}` });
  const ids: string[] = [];
  let before: string | null = null;
  do {
    const { body } = await person.call('GET', `/audit?limit=2${before ? `&before=${before}` : ''}`);
    ids.push(...body.events.map(({ id }: { id: string }) => id));
    before = body.next_before;
    await person.call('PATCH', '/me', { name: `after ${ids.length}` });
  } while (before !== null);
  expect(ids).toEqual(['6', '5', '4', '3', '2', '1']);
});

test('a page is one index range scan, however long the log', async ({ sello }) => {
  const { account } = await signUp(sello);
  await sello.database.query(
    `select write_audit($1, now(), 'account.change', 'person', $1, null, null, null, '{}') from generate_series(1, 2000)`,
    [account.id],
    'lengthen',
  );
  await sello.database.query('analyze audit_events', [], 'analyze');
  const plan = await sello.database.query(
    `explain select * from audit_events where account_id = '${account.id}' and number < 1000 order by number desc limit 50`,
    [],
    'plan',
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('Index Scan Backward using audit_events_pkey');
  expect(text).not.toContain('Sort');
});
