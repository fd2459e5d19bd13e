import { signUp } from '../../../harness/dashboard-person.ts';
import { inviteTo, secretOf } from '../../../harness/invitations.ts';
import { joinAs, setRole } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('an invitation ends when its sender loses the seat or the right to invite', async ({ sello }) => {
  const [owner, eva] = [await signUp(sello), await signUp(sello)];
  const take = (secret: string) => eva.call('POST', `/invitations/${secret}`, {});
  const leaves = await joinAs(sello, owner, 'admin');
  const left = await inviteTo(leaves, eva.email, 'developer');
  const falls = await joinAs(sello, owner, 'admin');
  const fallen = await inviteTo(falls, eva.email, 'developer');
  expect((await owner.call('DELETE', `/people/${leaves.id}`)).status).toBe(204);
  await setRole(sello, falls, 'viewer');
  for (const secret of [left, fallen]) {
    expect((await sello.call('GET', `/api/dashboard/invitations/${secret}`)).status).toBe(404);
    expect([(await take(secret)).status, (await take(secret)).body.error]).toEqual([404, 'not_found']);
  }
  const { people, invitations } = (await owner.call('GET', '/people')).body;
  expect(people).toHaveLength(2);
  expect(invitations.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'revoked']);
});

test('after resending, only the new secret works; after revoking, none does', async ({ sello }) => {
  const [owner, eva] = [await signUp(sello), await signUp(sello)];
  const old = await inviteTo(owner, eva.email, 'viewer');
  const [{ id }] = (await owner.call('GET', '/people')).body.invitations;
  const again = await owner.call('POST', `/people/invitations/${id}/resend`);
  expect(again.status).toBe(200);
  const read = async (secret: string) =>
    (await sello.call('GET', `/api/dashboard/invitations/${secret}`)).status;
  expect([await read(old), await read(secretOf(again))]).toEqual([404, 200]);
  expect((await owner.call('DELETE', `/people/invitations/${id}`)).status).toBe(204);
  expect(await read(secretOf(again))).toBe(404);
  expect((await owner.call('DELETE', `/people/invitations/${id}`)).status).toBe(404);
  expect((await owner.call('POST', `/people/invitations/${id}/resend`)).status).toBe(404);
  const stranger = await signUp(sello);
  expect((await stranger.call('DELETE', `/people/invitations/${id}`)).status).toBe(404);
});
