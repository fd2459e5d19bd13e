import { approvedAward } from '../../../harness/documents.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('without allowance the diploma is refused but keeps its folio, and is made once there is allowance', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 0 });
  const council = await openProgramCouncil(sello, key);
  const { id } = await approvedAward(council);
  const ask = () => sello.call('POST', `${API}/awards/${id}/diploma`, { key, payload: {} });
  const refused = await ask();
  expect([refused.status, refused.body.error]).toEqual([402, 'allowance_exhausted']);
  const { diploma } = await council.ask('GET', `/awards/${id}/diploma`, 200);
  expect(diploma).toMatchObject({
    status: 'failed',
    error: 'allowance_exhausted',
    folio: expect.stringMatching(/-000001$/),
    certificate_id: null,
    qr_verification_url: null,
  });
  expect((await council.ask('GET', `/awards/${id}`, 200)).award).toMatchObject({
    status: 'approved',
    diploma: { status: 'failed', error: 'allowance_exhausted' },
  });
  await sello.database.query('update accounts set certificates_left = 1 where id = $1', [account.id]);
  const made = await ask();
  expect([made.status, made.body.diploma.folio, made.body.diploma.id]).toEqual([
    201,
    diploma.folio,
    diploma.id,
  ]);
  expect(await sello.certificatesLeft(account)).toBe(0);
});
