import { newClock, openTestCouncil } from '../../../harness/clocks.ts';
import { holdsOf } from '../../../harness/holds.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a legal hold on one of its members keeps the clock and all its members', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council);
  const held = await council.member({ clock_id: id });
  await council.member({ clock_id: id });
  const hold = await holdsOf(sello).add(held.id);
  expectRefusal(await council.call('DELETE', `/clocks/${id}`), 409, 'legal_hold');
  await council.must('GET', `/members/${held.id}`);
  await holdsOf(sello).lift(hold.id);
  await council.must('DELETE', `/clocks/${id}`);
});
