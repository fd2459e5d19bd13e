import { afterAll, beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

const _ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('CURP and RFC need members:identify, e-mail does not', async () => {
  const { key } = await sello.newAccount({ key: { scopes: ['members:read'] } });
  for (const wanted of [{ curp: curpNumber(1) }, { rfc: 'GODE561231GR8' }]) {
    const answer = await council.call('POST', '/members/search', wanted, { key });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('members:identify');
  }
  const { status } = await council.call('POST', '/members/search', { email: 'a@example.com' }, { key });
  expect(status).toBe(200);
});
