import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const KNOWN = ['limit', 'offset', 'after', 'status', 'program_id', 'member_id', 'completed_after'];

test.for([
  ['stauts', 'status'],
  ['Status', 'status'],
  ['state', 'status'],
  ['ofset', 'offset'],
  ['memberid', 'member_id'],
  ['program', 'program_id'],
  ['completed_aftr', 'completed_after'],
])('%s was meant to be %s', ([given, meant]) => {
  expect(nearestName(given ?? '', KNOWN)).toBe(meant);
});

test.for(['colour', 'page', 'sort_by', '', 'x'.repeat(1_000_000)])(
  '%s resembles none of the names',
  (given) => {
    expect(nearestName(given, KNOWN)).toBeUndefined();
    expect(nearestName(given, [])).toBeUndefined();
  },
);
