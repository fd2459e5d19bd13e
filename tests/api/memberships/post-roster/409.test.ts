import { afterAll, beforeAll, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('course_not_accredited: a proposed and a closed course take no roster', async () => {
  const closed = await accreditedCourse(council);
  await council.ask('POST', `/courses/${closed.id}/close`, 200);
  const payload = { rows: [{ member_id: await council.member() }] };
  for (const { id } of [closed, await newCourse(council)]) {
    const answer = await sello.call('POST', `${API}/courses/${id}/rosters`, { key: council.key, payload });
    expectRefusal(answer, 409, 'course_not_accredited');
  }
});
