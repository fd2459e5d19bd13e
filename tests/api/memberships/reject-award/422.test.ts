import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('rejecting and revoking need their reason', async ({ sello, council }) => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), course.id);
  for (const verb of ['reject', 'revoke']) {
    for (const payload of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(2_001) }]) {
      const answer = await sello.call('POST', `${API}/awards/${id}/${verb}`, { key: council.key, payload });
      expect(expectRefusal(answer, 422, 'validation_failed')).toContain('reason');
    }
  }
});
