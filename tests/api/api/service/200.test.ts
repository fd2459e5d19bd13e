import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('anybody may read which provider stamps and which chain witnesses', async ({ sello }) => {
  const answer = await sello.call('GET', `${DASHBOARD}/service`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({
    time_stamps: { accredited: false },
    chain: { network: expect.any(String) },
  });
});
