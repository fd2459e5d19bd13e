import { holdExports } from '../../../harness/held-export.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('P105: a member can run one export at a time, and another member’s can run meanwhile', async ({
  world,
}) => {
  const [ana, eva] = [newEmail(), newEmail()];
  for (const email of [ana, eva]) await world.council.member({ email });
  const [visit, other] = [await world.enterByCode(ana), await world.enterByCode(eva)];
  const held = holdExports(world.sello);
  const first = visit.call('GET', '/export');
  await expect.poll(held.begun).toBe(1);
  expectRefusal(await visit.call('GET', '/export'), 429, 'rate_limit_exceeded');
  const second = other.call('GET', '/export');
  await expect.poll(held.begun).toBe(2);
  held.release();
  for (const { status } of await Promise.all([first, second])) expect(status).toBe(200);
  expect((await visit.call('GET', '/export')).status).toBe(200);
});
