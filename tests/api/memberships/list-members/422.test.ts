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

test('identifiers of people do not stand in an address: the refusal says where they go', async () => {
  for (const query of [`curp=${curpNumber(1)}`, 'rfc=GODE561231GR8', 'email=a@example.com']) {
    const message = expectRefusal(await council.call('GET', `/members?${query}`), 422, 'validation_failed');
    expect(message).toContain('POST /members/search');
  }
  expect(sello.logLines.join('')).not.toContain(curpNumber(1));
});

test('unknown filters and words are refused by name', async () => {
  for (const query of ['nmae=x', 'standing=fine', 'met=yes', 'status=gone', 'term_ends_before=2026-02-30'])
    expect(expectRefusal(await council.call('GET', `/members?${query}`), 422, 'validation_failed')).toContain(
      query.split('=')[0],
    );
});
