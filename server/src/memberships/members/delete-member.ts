/** Deletes a member that was entered by mistake; nothing may depend on it. */

import * as read from '../../database/row-reader.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Who } from '../../operations/operation.ts';
import { note } from '../note-change.ts';
import { forgetPerson } from './anonymise-and-merge/forget-person.ts';
import type { ForgetTools } from './anonymise-and-merge/person-data.ts';
import { assertMembersNotHeld, findMemberToChange } from './find-member.ts';

export async function deleteMember(tools: ForgetTools, who: Who, id: string): Promise<void> {
  await assertMembersNotHeld(tools, who, [id]);
  const member = await findMemberToChange(tools, who, id);
  const rows = await tools.query(
    `select exists (select 1 from memberships where member_id = $1)
         or exists (select 1 from awards where member_id = $1)
         or exists (select 1 from ledger_entries where member_id = $1)
         or exists (select 1 from documents where member_id = $1) as is_in_use`,
    [member.id],
    'is-member-in-use',
  );
  if (read.boolean(read.firstRow(rows), 'is_in_use')) throw inUse();
  await forgetPerson(tools, who, member);
  await tools.query('delete from members where id = $1', [member.id], 'delete-member');
  await note(tools, who, 'member.delete', member.id);
}

function inUse(): AppError {
  return new AppError('member_in_use', {
    en: 'The member has memberships, awards or documents and cannot be deleted. Anonymise the member instead.',
    es: 'El miembro tiene membresías, puntos o documentos y no se puede borrar. Anonimícelo en su lugar.',
  });
}
