import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'csv',
  ({ council }) =>
    (text: string | Buffer, query = '') =>
      council.call('POST', `/members/import${query}`, undefined, {
        headers: { 'content-type': 'text/csv' },
        payload: text,
      }),
);

test('more than 10,000 rows, or nine megabytes, are too many', async ({ council, csv }) => {
  const rows = `given_name,first_surname\n${'a,b\n'.repeat(10_001)}`;
  expectRefusal(await csv(rows), 413, 'roster_too_large');
  const json = { rows: Array.from({ length: 10_001 }, () => ({})) };
  expectRefusal(await council.call('POST', '/members/import', json), 413, 'roster_too_large');
  const large = `given_name,first_surname\n${`${'x'.repeat(899)},\n`.repeat(10_000)}`;
  expect(large.length).toBeGreaterThan(9_000_000);
  expectRefusal(await csv(large), 413, 'roster_too_large');
});
