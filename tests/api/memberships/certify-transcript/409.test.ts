import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('nothing is certified about somebody who was anonymised', async ({ council }) => {
  const { id } = await council.member();
  await council.must('POST', `/members/${id}/anonymise`, { reason: 'Cancelación' });
  const before = (await council.must('GET', '/certificates')).pagination.total;
  const answer = await council.call('POST', `/members/${id}/transcript`, {});
  expectRefusal(answer, 409, 'member_anonymised');
  expect((await council.must('GET', '/certificates')).pagination.total).toBe(before);
});
