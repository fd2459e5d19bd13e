import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('everybody reads their own log-ins and factors, nobody those of others, not even an owner', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const viewer = await joinAs(sello, owner, 'viewer');
  const { status, body } = await viewer.call('GET', '/me/audit');
  expect([status, body.next_before]).toEqual([200, null]);
  expect(body.events.map(({ action }: { action: string }) => action)).toEqual([
    'session.open',
    'person.create',
  ]);
  const seen = JSON.stringify([
    (await owner.call('GET', '/audit')).body,
    (await owner.call('GET', '/me/audit')).body,
  ]);
  expect(seen).toContain('session.open');
  expect(seen).not.toContain(body.events[0].target);
});

test('it comes in pages, newest first', async ({ sello }) => {
  const { call } = await signUp(sello);
  const first = (await call('GET', '/me/audit?limit=1')).body;
  expect(first.events.map(({ action }: { action: string }) => action)).toEqual(['session.open']);
  const second = (await call('GET', `/me/audit?limit=1&before=${first.next_before}`)).body;
  expect(second.events.map(({ action }: { action: string }) => action)).toEqual(['person.create']);
  expect(second.next_before).toBeNull();
});
