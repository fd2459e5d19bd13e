import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('without a second factor there is nothing to confirm, renew or remove', async () => {
  const { password, call } = await signUp(sello);
  for (const [path, payload] of [
    ['/second-factor/confirm', { code: '123456' }],
    ['/second-factor/recovery-codes', { password }],
    ['/second-factor/remove', { password }],
  ] as const) {
    expect([path, (await call('POST', path, payload)).body.error]).toEqual([path, 'not_found']);
  }
});
