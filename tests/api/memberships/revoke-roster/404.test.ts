import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, openCouncil } from '../../../harness/memberships-world.ts';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('an unknown roster, and one without a reason', async () => {
  const post = (payload: object) =>
    sello.call('POST', `${API}/rosters/rst_0000000000000000000000/revoke`, { key: council.key, payload });
  expectRefusal(await post({ reason: 'x' }), 404, 'not_found');
  expect(expectRefusal(await post({}), 422, 'validation_failed')).toContain('reason');
});
