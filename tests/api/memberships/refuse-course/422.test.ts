import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newCourse, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('a refusal needs its reason', async () => {
  const { id } = await newCourse(council);
  for (const payload of [{}, { reason: '' }, { reason: ' ' }]) {
    const answer = await sello.call('POST', `${API}/courses/${id}/refuse`, { key: council.key, payload });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain('reason');
  }
});
