import { holdExports } from '../../../harness/held-export.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('P105: the members of one council share two slots, so that one council cannot occupy those of others', async ({
  world,
}) => {
  const enter = async () => {
    const email = newEmail();
    await world.council.member({ email });
    return world.enterByCode(email);
  };
  const [ana, eva, luz] = [await enter(), await enter(), await enter()];
  const held = holdExports(world.sello);
  const begun = [ana, eva].map((visit) => visit.call('GET', '/export'));
  await expect.poll(held.begun).toBe(2);
  const refused = await luz.call('GET', '/export');
  expectRefusal(refused, 503, 'overloaded');
  expect(refused.headers['retry-after']).toBe('10');
  held.release();
  for (const { status } of await Promise.all(begun)) expect(status).toBe(200);
  expect((await luz.call('GET', '/export')).status).toBe(200);
});
