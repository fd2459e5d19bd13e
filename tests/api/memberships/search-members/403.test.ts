import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const _ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('CURP and RFC need members:identify, e-mail does not', async ({ sello, council }) => {
  const { key } = await sello.newAccount({ key: { scopes: ['members:read'] } });
  for (const wanted of [{ curp: curpNumber(1) }, { rfc: 'GODE561231GR8' }]) {
    const answer = await council.call('POST', '/members/search', wanted, { key });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('members:identify');
  }
  const { status } = await council.call('POST', '/members/search', { email: 'a@example.com' }, { key });
  expect(status).toBe(200);
});
