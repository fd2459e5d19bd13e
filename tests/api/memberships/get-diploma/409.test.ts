import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedAward } from '../../../harness/documents.ts';
import { openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('what is not made yet is told with when to come back', async () => {
  const { id } = await approvedAward(council);
  const read = () => sello.call('GET', `${API}/awards/${id}/diploma?format=raw`, { key: council.key });
  const none = await read();
  expect([none.status, none.body.error]).toEqual([409, 'diploma_not_ready']);
  expect(Number(none.headers['retry-after'])).toBeGreaterThan(0);
});
