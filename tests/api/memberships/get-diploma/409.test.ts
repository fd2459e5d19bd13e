import { approvedAward } from '../../../harness/documents.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a diploma that is not made yet is refused with the time for the next attempt', async ({
  sello,
  council,
}) => {
  const { id } = await approvedAward(council);
  const read = () => sello.call('GET', `${API}/awards/${id}/diploma?format=raw`, { key: council.key });
  const none = await read();
  expect([none.status, none.body.error]).toEqual([409, 'diploma_not_ready']);
  expect(Number(none.headers['retry-after'])).toBeGreaterThan(0);
});
