import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('without the day that newer rules count from nothing can be foretold: anchor_missing', async ({
  council,
}) => {
  const { id, program_id } = await council.endingOn(council.today(10), {
    rules: { ...RULES, requirements: [] },
  });
  await council.must('PATCH', `/programs/${program_id}`, {
    rules: { ...RULES, requirements: [], anchor: 'membership' },
    version: 1,
  });
  const answer = await council.call('GET', `/memberships/${id}/eligibility`);
  expectRefusal(answer, 422, 'anchor_missing', /`anchor`/);
});
