import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { holdsOf } from '../../../harness/holds.ts';
import { expect, test } from '../../../harness/world.ts';

test('a file under a legal hold stays', async ({ sello }) => {
  const { call, newKey } = await signUp(sello);
  const { secret } = await newKey({ name: 'certifies', mode: 'test' });
  const { id } = await sello.certify(secret, 'asked for by a court');
  await holdsOf(sello).add(id);
  const answer = await call('DELETE', `/certificates/${id}/file`, undefined, { 'accept-language': 'es' });
  expect(expectRefusal(answer, 409, 'legal_hold')).toContain('retención legal');
});
