import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('a key that may only request renewals cannot approve any', async ({ council, sello }) => {
  const key = await council.keyWith('renewals:write');
  const post = (payload: object) => sello.call('POST', '/api/public/v1/renewals/batch', { key, payload });
  expectRefusal(await post({ approve: true }), 403, 'insufficient_scope');
});
