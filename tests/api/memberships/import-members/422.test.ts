import { curpNumber } from '../../../harness/curps.ts';
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

test('an unreadable table is refused as a whole, and the message says how to fix it', async ({
  council,
  csv,
}) => {
  for (const [text, word] of [
    ['', 'no rows'],
    ['given_name,first_surname\n', 'no rows'],
    ['curp,CURP\n1,2\n', '`curp` twice'],
    [`${Array.from({ length: 1_000 }, (_, i) => `c${i}`).join()}\n1\n`, 'at most 100 columns'],
    [`given_name\n"${curpNumber(1)}\n`, 'quotation mark'],
  ] as const) {
    expect(expectRefusal(await csv(text), 422, 'validation_failed'), text.slice(0, 20)).toContain(word);
  }
  for (const payload of [
    {},
    { rows: [] },
    { rows: {} },
    { rows: [{}], on_conflict: 'x' },
    { rows: [{}], dry_run: 1 },
  ])
    expectRefusal(await council.call('POST', '/members/import', payload), 422, 'validation_failed');
});
