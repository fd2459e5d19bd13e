import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
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
