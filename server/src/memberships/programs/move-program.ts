/** State changes of a program: a draft is activated or deleted, an active one is retired. */

import type { Tools, Who } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import { note } from '../note-change.ts';
import { programToChange } from './find-program.ts';
import { deleteProgramRows, findUser, saveProgram } from './pg-programs.ts';
import { type Program, type ProgramStatus, programTransition } from './program.ts';
import { programInUse } from './refusals.ts';

const VERBS = { active: 'activate', retired: 'retire' } as const;

export async function moveProgram(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
  to: Exclude<ProgramStatus, 'draft'>,
): Promise<Program> {
  const program = await programToChange(tools, who, named);
  const refused = programTransition(program, to);
  if (refused !== undefined) refuse(refused);
  const moved: Program = { ...program, status: to, updatedAt: tools.now() };
  await saveProgram(tools, moved);
  await note(tools, who, `program.${VERBS[to]}`, moved.id, { from: program.status, to });
  return moved;
}

/** Deletes a draft. It must be one to which nothing refers. */
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
