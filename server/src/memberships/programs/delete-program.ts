/** Deletes a draft that nothing names. */

import type { Tools, Who } from '../../operations/operation.ts';
import { note } from '../note-change.ts';
import { programToChange } from './find-program.ts';
import { deleteProgramRows, findUser } from './pg-programs.ts';
import { programInUse } from './refusals.ts';

export async function deleteProgram(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
): Promise<void> {
  const program = await programToChange(tools, who, named);
  if (program.status !== 'draft') throw programInUse(program, undefined);
  const user = await findUser(tools, who, program.id);
  if (user !== undefined) throw programInUse(program, user);
  await deleteProgramRows(tools, program.id);
  await note(tools, who, 'program.delete', program.id, { name: program.name });
}
