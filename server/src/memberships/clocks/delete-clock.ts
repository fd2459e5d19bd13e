/**
 * Deletes a test clock, its members, and everything that belongs to them. Only test mode has clocks, so no record of a
 * real member can be deleted this way. Certificates stay in the log; their files are erased, as for any forgotten
 * person.
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

/** Everything is deleted in one transaction, so that a crash leaves all of it or nothing. */
export async function deleteClock(tools: ForgetTools, who: Who, named: string): Promise<void> {
  const clockId = parseId('clk', named);
  const clock = clockId && (await findClock(tools, who, clockId));
  if (clock === undefined) throw clockNotFound();
  // Every transaction that erases locks legal holds first. A member who joins the clock after this line has no hold
  // yet.
  await assertNoHold(tools.query, who.accountId, { members: await membersUnder(tools, who, clock.id) });
  if ((await findClock(tools, who, clock.id, 'for update')) === undefined) throw clockNotFound();
  const members = await readMembers(tools, who, await membersUnder(tools, who, clock.id), {
    isToChange: true,
  });
  for (const member of members) await forgetPerson(tools, who, member);
  await deleteMembersUnder(tools, who, clock.id);
  await note(tools, who, 'clock.delete', clock.id, { members: members.length });
}
