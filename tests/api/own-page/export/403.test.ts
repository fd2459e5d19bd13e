import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('identifiers are not shown to somebody who enters with a link, or with an address that the council put on file', async ({
  world,
}) => {
  const { council } = world;
  const [before, after] = [newEmail(), newEmail()];
  const { id } = await council.member({ email: before, curp: curpNumber(52) });
  await world.enterByCode(before);
  const byLink = await (await world.enterByLink(id)).call('GET', '/export');
  expect(expectRefusal(byLink, 403, 'own_entrance_needed')).not.toContain(curpNumber(52));
  await council.must('PATCH', `/members/${id}`, { email: after });
  expectRefusal(await (await world.enterByCode(after)).call('GET', '/export'), 403, 'own_entrance_needed');
});
