import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, type Council, newAward, openCouncil } from '../../../harness/memberships-world.ts';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('rejecting and revoking need their reason', async () => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.member(), course.id);
  for (const verb of ['reject', 'revoke']) {
    for (const payload of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(2_001) }]) {
      const answer = await sello.call('POST', `${API}/awards/${id}/${verb}`, { key: council.key, payload });
      expect(expectRefusal(answer, 422, 'validation_failed')).toContain('reason');
    }
  }
});
