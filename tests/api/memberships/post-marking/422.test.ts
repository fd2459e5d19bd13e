import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('a body without rows, a table without a header and a wrong flag are refused as a whole', async ({
  council,
}) => {
  for (const [query, type, payload] of [
    ['', 'application/json', '{}'],
    ['', 'application/json', '{"rows":[]}'],
    ['', 'application/json', '{"rows":[{}],"dry_run":"yes"}'],
    ['', 'text/csv', 'member_number'],
    ['?dry_run=1', 'text/csv', 'member_number\nx'],
    ['?columns=item,item', 'text/csv', 'a,b\nx,y'],
    ['?columns=standing', 'text/csv', 'a\nx'],
  ] as const) {
    const headers = { 'content-type': type };
    const answer = await council.call('POST', `/markings${query}`, undefined, { headers, payload });
    expectRefusal(answer, 422, 'validation_failed');
  }
});
