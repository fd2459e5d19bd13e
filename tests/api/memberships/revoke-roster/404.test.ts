import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('an unknown roster, and one without a reason', async () => {
  const post = (payload: object) =>
    sello.call('POST', `${API}/rosters/rst_0000000000000000000000/revoke`, { key: council.key, payload });
  expectRefusal(await post({ reason: 'x' }), 404, 'not_found');
  expect(expectRefusal(await post({}), 422, 'validation_failed')).toContain('reason');
});
