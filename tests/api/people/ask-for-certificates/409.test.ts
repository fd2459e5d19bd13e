import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('an account can have only one open request, even if it asks twice at once', async ({ sello }) => {
  const owner = await signUp(sello);
  const ask = () => owner.call('POST', '/allowance-requests', { certificates: 10, reason: 'Marzo' });
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await ask()).body.error).toBe('allowance_request_open');
  expect((await owner.call('GET', '/allowance')).body.requests).toHaveLength(1);
});
