import { afterAll, beforeAll, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, type Council, openCouncil } from '../../../harness/memberships-world.ts';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('a body without rows, a table without a header, a wrong flag and a closed claim are refused as a whole', async () => {
  const course = await accreditedCourse(council);
  const closed = await accreditedCourse(council, { claim_until: '2026-03-31' });
  const csv = { 'content-type': 'text/csv' };
  const json = { 'content-type': 'application/json' };
  for (const [path, headers, payload, error] of [
    [`/courses/${course.id}/rosters`, json, '{}', 'validation_failed'],
    [`/courses/${course.id}/rosters`, json, '{"rows":[]}', 'validation_failed'],
    [`/courses/${course.id}/rosters`, json, '{"rows":[{}],"dry_run":"yes"}', 'validation_failed'],
    [`/courses/${course.id}/rosters`, csv, 'member_number', 'validation_failed'],
    [`/courses/${course.id}/rosters?dry_run=1`, csv, 'member_number\nx', 'validation_failed'],
    [`/courses/${closed.id}/rosters`, json, '{"rows":[{}]}', 'claim_closed'],
  ] as const) {
    const answer = await sello.call('POST', `${API}${path}`, { key: council.key, headers, payload });
    expectRefusal(answer, 422, error);
  }
});
