import { approvedAward } from '../../../harness/documents.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('without allowance nothing is certified; the same Idempotency-Key works once there is some', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 0 });
  const council = await openProgramCouncil(sello, key);
  const { member_id } = await approvedAward(council);
  const ask = () =>
    sello.call('POST', `${API}/members/${member_id}/transcript`, {
      key,
      payload: {},
      headers: { 'idempotency-key': 'historial-1' },
    });
  const refused = await ask();
  expect([refused.status, refused.body.error]).toEqual([402, 'allowance_exhausted']);
  await sello.database.query('update accounts set certificates_left = 2 where id = $1', [account.id]);
  expect((await ask()).status).toBe(201);
  expect(await sello.certificatesLeft(account)).toBe(1);
});
