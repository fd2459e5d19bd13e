import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a key that may only read watches follows nobody and ends nothing', async ({ council }) => {
  const key = await council.keyWith('watches:read');
  for (const [method, path, body] of [
    ['POST', '/watches', {}],
    ['POST', '/watches/import', { rows: [{}] }],
    ['DELETE', '/watches/wch_0000000000000000000000', undefined],
  ] as const)
    expectRefusal(
      await council.call(method, path, body, { key }),
      403,
      'insufficient_scope',
      /watches:write/,
    );
});
