import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('a blockchain proof that is not ready is refused with Retry-After', async ({ person }) => {
  const { id } = await certifyAs(person, 'fresh', { mode: 'test' });
  const answer = await person.call('GET', `/certificates/${id}/proof?type=blockchain`);
  expectRefusal(answer, 409, 'proof_not_ready');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});
