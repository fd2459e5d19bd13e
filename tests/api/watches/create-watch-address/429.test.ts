import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail } from '../../../harness/own-page.ts';
import { openEmployer } from '../../../harness/watches.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello);

test('three links a day to one address, over all accounts: nobody’s mailbox is flooded', async ({
  world,
}) => {
  const email = newEmail();
  for (let i = 0; i < 3; i++)
    await (await openEmployer(world.sello)).must('POST', '/watch-addresses', { email });
  const fourth = await (await openEmployer(world.sello)).call('POST', '/watch-addresses', { email });
  expectRefusal(fourth, 429, 'rate_limit_exceeded');
  expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3_600);
});
