import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a change is judged like a new award, and a refused one changes nothing', async ({ sello, council }) => {
  const course = await accreditedCourse(council, { requirements: { min_score: 6 } });
  const award = await newAward(council, await council.enrol(), course.id, { score: 6 });
  for (const [payload, error] of [
    [{ completed_on: '2026-03-06' }, 'completed_on_out_of_range'],
    [{ score: 5 }, 'requirements_not_met'],
    [{ score: null }, 'requirements_not_met'],
    [{ points: [{ category: 'emc', points: 11 }] }, 'points_exceed_course'],
    [{ role: 'author' }, 'validation_failed'],
    [{ activity: { title: 'x' } }, 'validation_failed'],
    [{ evidence: [{}] }, 'validation_failed'],
  ] as const) {
    const answer = await sello.call('PATCH', `${API}/awards/${award.id}`, { key: council.key, payload });
    expectRefusal(answer, 422, error);
  }
  expect((await council.ask('GET', `/awards/${award.id}`, 200)).award).toEqual(award);
});
