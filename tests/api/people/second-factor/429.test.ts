import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('P108 after ten wrong codes, the eleventh attempt to switch it on is not checked', async ({ sello }) => {
  const { password, call } = await signUp(sello);
  await call('POST', '/second-factor', { password });
  const confirm = () => call('POST', '/second-factor/confirm', { code: '000000' });
  for (let i = 0; i < 10; i++) expectRefusal(await confirm(), 401, 'invalid_second_factor');
  expectRefusal(await confirm(), 429, 'rate_limit_exceeded');
});
