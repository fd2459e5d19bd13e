import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

const _ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('needs exactly one identifier, in full', async ({ council }) => {
  for (const wanted of [{}, { email: 'a@example.com', rfc: 'GODE561231GR8' }])
    expectRefusal(await council.call('POST', '/members/search', wanted), 422, 'validation_failed');
  const part = { curp: curpNumber(1).slice(0, 10) };
  expectRefusal(await council.call('POST', '/members/search', part), 422, 'invalid_curp');
});
