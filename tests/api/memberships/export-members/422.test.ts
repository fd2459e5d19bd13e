import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([
  ['curp=AAAA', /`curp` must not be in a URL/],
  ['term_ends_before=soon', /term_ends_before/],
  ['after=awd_1', /`after` must be the id of a record, which starts with mem_/],
  ['format=pdf', /format/],
  ['limit=0', /limit/],
  ['offset=1', /offset/],
  ['updated_after=yesterday', /updated_after/],
] as const)('%s is refused before anything is sent', async ([query, message], { council }) => {
  const refused = await council.call('GET', `/members/export?${query}`);
  expect(expectRefusal(refused, 422, 'validation_failed')).toMatch(message);
});
