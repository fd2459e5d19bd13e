import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('an invalid or future day, and a blank reason, are refused', async ({ council }) => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  for (const payload of [
    { on: '2026-02-30' },
    { on: '2999-01-01' },
    { reason: ' ' },
    { on: '2026-01-01T00:00:00Z' },
  ])
    expectRefusal(
      await council.call('POST', `/members/${member.id}/suspend`, payload),
      422,
      'validation_failed',
    );
});
