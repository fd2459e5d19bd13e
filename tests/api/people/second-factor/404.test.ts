import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('without a second factor there is nothing to confirm, renew or remove', async ({ sello }) => {
  const { password, call } = await signUp(sello);
  for (const [path, payload] of [
    ['/second-factor/confirm', { code: '123456' }],
    ['/second-factor/recovery-codes', { password }],
    ['/second-factor/remove', { password }],
  ] as const) {
    expect([path, (await call('POST', path, payload)).body.error]).toEqual([path, 'not_found']);
  }
});
