import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { COURSE, newCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('external_id is unique, names the course that has it, and is free again once that is refused or cancelled', async () => {
  const first = await newCourse(council, { external_id: 'x' });
  const payload = { ...COURSE, external_id: 'x' };
  const answer = await sello.call('POST', `${API}/courses`, { key: council.key, payload });
  expect(expectRefusal(answer, 409, 'external_id_taken')).toContain(first.id);
  await council.ask('POST', `/courses/${first.id}/cancel`, 200, {});
  const second = await newCourse(council, { external_id: 'x' });
  await council.ask('POST', `/courses/${second.id}/refuse`, 200, { reason: 'no' });
  await newCourse(council, { external_id: 'x' });
});
