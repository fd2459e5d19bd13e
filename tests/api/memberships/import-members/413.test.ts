import { afterAll, beforeAll, expect, test } from 'vitest';
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

const csv = (text: string | Buffer, query = '') =>
  council.call('POST', `/members/import${query}`, undefined, {
    headers: { 'content-type': 'text/csv' },
    payload: text,
  });

test('more than 10,000 rows, or nine megabytes, are too many', async () => {
  const rows = `given_name,first_surname\n${'a,b\n'.repeat(10_001)}`;
  expectRefusal(await csv(rows), 413, 'roster_too_large');
  const json = { rows: Array.from({ length: 10_001 }, () => ({})) };
  expectRefusal(await council.call('POST', '/members/import', json), 413, 'roster_too_large');
  const large = `given_name,first_surname\n${`${'x'.repeat(899)},\n`.repeat(10_000)}`;
  expect(large.length).toBeGreaterThan(9_000_000);
  expectRefusal(await csv(large), 413, 'roster_too_large');
});
