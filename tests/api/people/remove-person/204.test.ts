import { signUp } from '../../../harness/dashboard-person.ts';
import { giveSeat, joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('a removed person is refused at the next call, and their keys are revoked on request', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const [one, two] = [await joinAs(sello, owner, 'developer'), await joinAs(sello, owner, 'developer')];
  const [kept, revoked] = [await one.newKey({ name: 'kept' }), await two.newKey({ name: 'revoked' })];
  expect((await owner.call('DELETE', `/people/${one.id}`)).status).toBe(204);
  expect((await owner.call('DELETE', `/people/${two.id}?revoke_keys=true`)).status).toBe(204);
  expect((await one.call('GET', '/keys')).status).toBe(401);
  expect(await sello.ports.audit.page(one.id, 1, undefined)).toMatchObject([
    { action: 'session.close', actor: { id: owner.id }, ip: undefined, details: { because: 'seat_ended' } },
  ]);
  const { keys } = (await owner.call('GET', '/keys')).body;
  const revokedOf = (id: string) => keys.find((key: { id: string }) => key.id === id).revoked_at;
  expect([revokedOf(kept.id), revokedOf(revoked.id)]).toEqual([null, expect.any(String)]);
  const { events } = (await owner.call('GET', '/audit')).body;
  expect(events[0]).toMatchObject({ action: 'key.revoke', details: { reason: 'its maker was removed' } });
  expect(events[1]).toMatchObject({
    action: 'person.remove',
    target: two.id,
    details: { seat: 'developer' },
  });
});

test('everybody may leave, whatever their role; removing others needs the scope', async ({ sello }) => {
  const owner = await signUp(sello);
  const [viewer, admin] = [await joinAs(sello, owner, 'viewer'), await joinAs(sello, owner, 'admin')];
  const refused = await viewer.call('DELETE', `/people/${admin.id}`);
  expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_role']);
  expect((await admin.call('DELETE', `/people/${owner.id}`)).body.error).toBe('insufficient_role');
  expect((await viewer.call('DELETE', `/people/${viewer.id}`)).status).toBe(204);
  expect((await owner.call('DELETE', `/people/${viewer.id}`)).status).toBe(404);
});

test('the person’s session stays valid for other accounts', async ({ sello }) => {
  const owner = await signUp(sello);
  const person = await signUp(sello);
  await giveSeat(sello, owner.account.id, person, 'viewer');
  expect((await owner.call('DELETE', `/people/${person.id}`)).status).toBe(204);
  const { accounts } = (await person.call('GET', '/me')).body;
  expect(accounts.map(({ id }: { id: string }) => id)).toEqual([person.account.id]);
  expect((await person.call('GET', `/keys?account=${owner.account.id}`)).status).toBe(404);
});
