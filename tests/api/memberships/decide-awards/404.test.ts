import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('M12 a roster of another account is as unknown as one that never was', async () => {
  const other = await openWorld(sello, (await sello.newAccount()).key);
  const course = await accreditedCourse(other);
  const rows = [{ member_id: await other.member() }];
  const { roster } = await other.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const ask = (roster_id: string) =>
    sello.call('POST', `${API}/awards/decide`, {
      key: council.key,
      payload: { roster_id, decision: 'approve' },
    });
  const foreign = await ask(roster.id);
  expectRefusal(foreign, 404, 'not_found');
  expect((await ask('rst_0000000000000000000000')).text).toBe(foreign.text);
});
