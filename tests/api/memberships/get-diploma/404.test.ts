import { approvedAward } from '../../../harness/documents.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a diploma of another account gets the same answer as an unknown one, and so does a deleted file', async ({
  sello,
  council,
}) => {
  const award = await approvedAward(council);
  await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  const stranger = (await sello.newAccount()).key;
  const foreign = await sello.call('GET', `${API}/awards/${award.id}/diploma?format=raw`, { key: stranger });
  expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found']);
  await council.ask('POST', `/members/${award.member_id}/anonymise`, 200, { reason: 'Cancelación' });
  const gone = await sello.call('GET', `${API}/awards/${award.id}/diploma?format=raw`, { key: council.key });
  expect([gone.status, gone.body.error]).toEqual([404, 'file_not_stored']);
});
