import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { freshAddress } from '../../../harness/invitations.ts';
import { newOperator } from '../../../harness/operator.ts';
import { giveSeat, joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('people who erase themselves lose their person and all login data; what they did stays under their id', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const eva = await joinAs(sello, owner, 'developer');
  const key = await eva.newKey({ name: 'de Eva' });
  const answer = await eva.call('DELETE', '/me', { password: eva.password });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(cookieOf(answer)).toMatch(/session=$/);
  expect((await eva.call('GET', '/me')).status).toBe(401);
  const login = { email: eva.email, password: eva.password };
  expect((await sello.call('POST', `${DASHBOARD}/login`, { payload: login })).status).toBe(401);

  const { people } = (await owner.call('GET', '/people')).body;
  expect(people.map(({ person }: { person: { id: string } }) => person.id)).not.toContain(eva.id);
  // The keys still work, and are listed for review.
  const { keys, review } = (await owner.call('GET', '/keys')).body;
  expect(keys.find(({ id }: { id: string }) => id === key.id).revoked_at).toBeNull();
  expect(review).toMatchObject([{ key_id: key.id, maker: { id: eva.id, name: eva.id }, why: 'left' }]);
  const { events } = (await owner.call('GET', '/audit')).body;
  expect(events[0]).toMatchObject({
    action: 'person.remove',
    actor: { type: 'person', id: eva.id, name: eva.id, role: 'developer' },
    target: eva.id,
  });

  // Nothing is left of the person except the logs, which contain only an id.
  const kept = await sello.database.query(
    `select 1 from people where id = $1 union all select 1 from accounts where lower(email) = lower($2)
     union all select 1 from sessions where person_id = $1 union all select 1 from seats where person_id = $1`,
    [eva.id, eva.email],
  );
  expect(kept).toEqual([]);
  const [last] = await sello.ports.audit.page(eva.id, 1, undefined);
  expect(last).toMatchObject({ action: 'person.erase', actor: { id: eva.id } });
  // The address can be used by another person again.
  const again = await signUp(sello, eva.email);
  expect(again.id).not.toBe(eva.id);
});

test('the seats in all accounts end, and so do invitations by the person and the right to operate the service', async ({
  sello,
}) => {
  const [ana, eva, operator] = [await signUp(sello), await signUp(sello), await newOperator(sello)];
  await giveSeat(sello, ana.account.id, operator, 'admin');
  await giveSeat(sello, operator.account.id, eva, 'owner');
  const about = { 'sello-account': ana.account.id };
  const invitation = { email: freshAddress(), role: 'viewer' };
  expect((await operator.call('POST', '/people/invitations', invitation, about)).status).toBe(201);
  expect((await operator.call('DELETE', '/me', { password: operator.password })).status).toBe(204);
  const left = (await ana.call('GET', '/people')).body;
  expect([left.people.length, left.invitations[0].status]).toEqual([1, 'revoked']);
  const inEvas = (await eva.call('GET', `/people?account=${operator.account.id}`)).body;
  expect(inEvas.people).toHaveLength(1);
  expect((await sello.ports.operators.list([])).map(({ person }) => person.id)).not.toContain(operator.id);
  const log = await sello.ports.audit.page('operator', 20, undefined);
  expect(log.map(({ action, target }) => [action, target])).toContainEqual(['operator.remove', operator.id]);
});

test('a person without a seat can be erased too, and so can one in a suspended account', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const [alone, viewer] = [await joinAs(sello, owner, 'viewer'), await joinAs(sello, owner, 'viewer')];
  expect((await alone.call('DELETE', `/people/${alone.id}`)).status).toBe(204);
  const operator = await newOperator(sello);
  await operator.operate('POST', `/accounts/${owner.account.id}/suspend`, { reason: 'x' });
  for (const { call, password } of [alone, viewer])
    expect((await call('DELETE', '/me', { password })).status).toBe(204);
});
