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

test.for([
  [{ reissue: true }, /reason/],
  [{ reissue: true, reason: '  ' }, /reason/],
  [{ reissue: 'yes' }, /reissue/],
] as const)('%j is refused and names the field', async ([payload, words]) => {
  const { id } = await approvedAward(council);
  const answer = await sello.call('POST', `${API}/awards/${id}/diploma`, { key: council.key, payload });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toMatch(words);
});
