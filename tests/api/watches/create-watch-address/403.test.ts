import { expectRefusal } from '../../../harness/memberships.ts';
import { openEmployer } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('mail_not_configured where no mail is sent; in test mode, where nobody is mailed, it is taken', async ({
  sello,
}) => {
  const employer = await openEmployer(sello);
  const wanted = { email: 'personal@hospital.example' };
  expectRefusal(await employer.call('POST', '/watch-addresses', wanted), 403, 'mail_not_configured');
  const key = await employer.testKey();
  expect((await employer.call('POST', '/watch-addresses', wanted, { key })).status).toBe(201);
});
