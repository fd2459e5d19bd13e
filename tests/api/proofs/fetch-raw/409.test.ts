import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a proof that needs the chain is refused with the time for the next attempt', async ({
  sello,
  client,
}) => {
  const { id } = await sello.certify(client.key);
  for (const type of ['blockchain', 'ots', 'tlog']) {
    const answer = await sello.call('GET', `${API}/certificates/${id}/proof/${type}`, { key: client.key });
    expectRefusal(answer, 409, 'proof_not_ready');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
});
