import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([
  ['completed_after=2026-02-30', /completed_after/],
  ['after=mem_1', /`after` must be the id of a record, which starts with awd_/],
  ['status=gone', /status/],
] as const)('%s is refused before anything is sent', async ([query, message], { council }) => {
  const refused = await council.call('GET', `/awards/export?${query}`);
  expect(expectRefusal(refused, 422, 'validation_failed')).toMatch(message);
});
