import { approvedAward } from '../../../harness/documents.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test.for([
  [{ reissue: true }, /reason/],
  [{ reissue: true, reason: '  ' }, /reason/],
  [{ reissue: 'yes' }, /reissue/],
] as const)('%j is refused and names the field', async ([payload, words], { sello, council }) => {
  const { id } = await approvedAward(council);
  const answer = await sello.call('POST', `${API}/awards/${id}/diploma`, { key: council.key, payload });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toMatch(words);
});
