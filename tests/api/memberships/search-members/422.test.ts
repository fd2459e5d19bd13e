import { afterAll, beforeAll, test } from 'vitest';
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

test('exactly one identifier, and a whole one', async () => {
  for (const wanted of [{}, { email: 'a@example.com', rfc: 'GODE561231GR8' }])
    expectRefusal(await council.call('POST', '/members/search', wanted), 422, 'validation_failed');
  const part = { curp: curpNumber(1).slice(0, 10) };
  expectRefusal(await council.call('POST', '/members/search', part), 422, 'invalid_curp');
});
