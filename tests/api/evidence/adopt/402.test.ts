import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { multipart } from '../../../harness/multipart.ts';
import { evidencePart, filePart, ISSUED_AT, sha256Of, trustOther } from '../../../harness/other-provider.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

test('an account without certificates', async ({ sello }) => {
  const other = await trustOther(sello);
  const { key } = await sello.newAccount({ certificates: 0 });
  const parts = [evidencePart(await other.stamp(sha256Of('none left'), ISSUED_AT)), filePart('none left')];
  for (const headers of [{}, { 'idempotency-key': 'none-left' }]) {
    const form = multipart(parts);
    const asked = { ...form, headers: { ...form.headers, ...headers } };
    const answer = await sello.call('POST', `${API}/evidence/adopt`, { key, ...asked });
    expectRefusal(answer, 402, 'allowance_exhausted');
  }
});
