import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedAward } from '../../../harness/documents.ts';
import { accreditedCourse, newAward, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

const ask = (id: string) =>
  sello.call('POST', `${API}/awards/${id}/diploma`, { key: council.key, payload: {} });

test('a pending award has no diploma', async () => {
  const { id: courseId } = await accreditedCourse(council);
  const { id } = await newAward(council, await council.member(), courseId);
  const answer = await ask(id);
  expect([answer.status, answer.body.error]).toEqual([409, 'invalid_transition']);
  expect(answer.body.message).toMatch(/pending/);
});

test('somebody who was made nobody gets none', async () => {
  const award = await approvedAward(council);
  await council.ask('POST', `/members/${award.member_id}/anonymise`, 200, { reason: 'Cancelación' });
  const answer = await ask(award.id);
  expect([answer.status, answer.body.error]).toEqual([409, 'member_anonymised']);
});
