import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { holdExports } from '../../../harness/held-export.ts';
import { accreditedCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('the exports of an account have one share, of whatever kind', async ({ sello, council }) => {
  const { id } = await accreditedCourse(council);
  const held = holdExports(sello, 'course.export_diplomas');
  const running = [1, 2].map(() => council.call('GET', `/courses/${id}/diplomas/export`));
  await expect.poll(held.begun).toBe(2);
  const third = await council.call('GET', `/courses/${id}/diplomas/export`);
  expectRefusal(third, 429, 'rate_limit_exceeded');
  held.release();
  for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
});
