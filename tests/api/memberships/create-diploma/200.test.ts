import { approvedAward } from '../../../harness/documents.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a second request returns the same diploma and uses nothing up', async ({ sello }) => {
  const { account, key } = await sello.newAccount({ certificates: 5 });
  const own = await openProgramCouncil(sello, key);
  const { id } = await approvedAward(own);
  const { diploma } = await own.ask('POST', `/awards/${id}/diploma`, 201, {});
  expect((await own.ask('POST', `/awards/${id}/diploma`, 200, {})).diploma).toEqual(diploma);
  expect(await sello.certificatesLeft(account)).toBe(4);
});

test('a revoked award keeps its diploma but gets no other', async ({ sello, council }) => {
  const { id } = await approvedAward(council);
  const { diploma } = await council.ask('POST', `/awards/${id}/diploma`, 201, {});
  await council.ask('POST', `/awards/${id}/revoke`, 200, { reason: 'No asistió' });
  expect((await council.ask('POST', `/awards/${id}/diploma`, 200, {})).diploma).toEqual(diploma);
  const again = await sello.call('POST', `${API}/awards/${id}/diploma`, {
    key: council.key,
    payload: { reissue: true, reason: 'x' },
  });
  expect([again.status, again.body.error]).toEqual([409, 'invalid_transition']);
});
