import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const _ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('identifiers of people are refused in an address, and the message says where to send them', async ({
  sello,
  council,
}) => {
  for (const query of [`curp=${curpNumber(1)}`, 'rfc=GODE561231GR8', 'email=a@example.com']) {
    const message = expectRefusal(await council.call('GET', `/members?${query}`), 422, 'validation_failed');
    expect(message).toContain('POST /members/search');
  }
  expect(sello.logLines.join('')).not.toContain(curpNumber(1));
});

test('unknown filters and values are refused by name', async ({ council }) => {
  for (const query of ['nmae=x', 'standing=fine', 'met=yes', 'status=gone', 'term_ends_before=2026-02-30'])
    expect(expectRefusal(await council.call('GET', `/members?${query}`), 422, 'validation_failed')).toContain(
      query.split('=')[0],
    );
});
