import { approvedAward } from '../../../harness/documents.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'ask',
  ({ sello, council }) =>
    (id: string) =>
      sello.call('POST', `${API}/awards/${id}/diploma`, { key: council.key, payload: {} }),
);

test('a pending award has no diploma', async ({ council, ask }) => {
  const { id: courseId } = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), courseId);
  const answer = await ask(id);
  expect([answer.status, answer.body.error]).toEqual([409, 'invalid_transition']);
  expect(answer.body.message).toMatch(/pending/);
});

test('an anonymised member gets no diploma', async ({ council, ask }) => {
  const award = await approvedAward(council);
  await council.ask('POST', `/members/${award.member_id}/anonymise`, 200, { reason: 'Cancelación' });
  const answer = await ask(award.id);
  expect([answer.status, answer.body.error]).toEqual([409, 'member_anonymised']);
});
