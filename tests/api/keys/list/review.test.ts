/** Keys that their maker could no longer make are listed for review, but still work. */

import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs, setRole } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('a key is listed once its maker’s role shrinks or seat ends, until somebody takes responsibility for it', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const developer = await joinAs(sello, owner, 'developer');
  const key = await developer.newKey({ name: 'CI' });
  await owner.newKey({ name: 'of the owner' });
  const review = async () => (await owner.call('GET', '/keys')).body.review;
  expect(await review()).toEqual([]);

  await setRole(sello, developer, 'viewer');
  const maker = { id: developer.id, name: expect.any(String) };
  expect(await review()).toEqual([{ key_id: key.id, maker, why: 'role' }]);

  expect((await owner.call('DELETE', `/people/${developer.id}`, {})).status).toBe(204);
  expect(await review()).toEqual([{ key_id: key.id, maker, why: 'left' }]);
  const { status } = await sello.call('GET', '/api/public/v1/certificates', { key: key.secret });
  expect(status).toBe(200);

  expect((await owner.call('POST', `/keys/${key.id}/rotate`, {})).status).toBe(200);
  expect(await review()).toEqual([]);
});

test('a revoked key is not listed', async ({ sello }) => {
  const owner = await signUp(sello);
  const developer = await joinAs(sello, owner, 'developer');
  await developer.newKey({ name: 'CI' });
  await owner.call('DELETE', `/people/${developer.id}?revoke_keys=true`, {});
  expect((await owner.call('GET', '/keys')).body.review).toEqual([]);
});
