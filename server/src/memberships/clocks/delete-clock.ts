/**
 * Deletes a test clock with the members under it and all that belongs to them. Test mode alone has clocks, so nothing of a
 * real member can go this way. What was certified stays in the log; its files are erased as for any forgotten person.
 */

import { assertNoHold } from '../../holds/pg-holds.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Who } from '../../operations/operation.ts';
import { forgetPerson } from '../members/anonymise-and-merge/forget-person.ts';
import type { ForgetTools } from '../members/anonymise-and-merge/person-data.ts';
import { readMembers } from '../members/pg-members.ts';
import { note } from '../note-change.ts';
import { findClock, membersUnder } from './pg-clocks.ts';
import { deleteMembersUnder } from './pg-delete-clock.ts';
import { clockNotFound } from './refusals.ts';

/** One transaction: after a crash all of it is there, or nothing. */
export async function deleteClock(tools: ForgetTools, who: Who, named: string): Promise<void> {
  const clockId = parseId('clk', named);
  const clock = clockId && (await findClock(tools, who, clockId));
  if (clock === undefined) throw clockNotFound();
  // Holds come first in every transaction that erases. Members who come under the clock later are not held yet.
  await assertNoHold(tools.query, who.accountId, { members: await membersUnder(tools, who, clock.id) });
  if ((await findClock(tools, who, clock.id, 'for update')) === undefined) throw clockNotFound();
  const members = await readMembers(tools, who, await membersUnder(tools, who, clock.id), {
    isToChange: true,
  });
  for (const member of members) await forgetPerson(tools, who, member);
  await deleteMembersUnder(tools, who, clock.id);
  await note(tools, who, 'clock.delete', clock.id, { members: members.length });
}
