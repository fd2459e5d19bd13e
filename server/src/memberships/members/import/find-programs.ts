/** The programs that rows of an import name, by id, by external id or by name. */

import { AppError } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';
import { programNotActive } from '../../membership/open-membership.ts';
import { findProgram, lockProgram } from '../../programs/pg-programs.ts';
import type { Program } from '../../programs/program.ts';
import { programNamed } from '../../programs/program-named.ts';

/**
 * Maps each name to its program, or to the error for the rows with this name. A table that names more than a hundred
 * programs is a mistake.
 */
export type FoundPrograms = Map<string, Program | AppError>;

const MOST_PROGRAMS = 100;

export async function findPrograms(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  names: readonly string[],
): Promise<FoundPrograms> {
  const found: FoundPrograms = new Map();
  for (const name of new Set(names))
    found.set(name, found.size < MOST_PROGRAMS ? await findOne(tools, owner, name) : unknownProgram());
  return found;
}

async function findOne(tools: Pick<Tools, 'query'>, owner: Owner, name: string): Promise<Program | AppError> {
  const id = await programNamed(tools, owner, name);
  // As when a single membership is opened, the lock prevents new rules and the retirement of the program.
  if (id !== undefined) await lockProgram(tools, owner, id, 'share');
  const program = id && (await findProgram(tools, owner, id));
  if (program === undefined) return unknownProgram();
  if (program.status !== 'active') return programNotActive(program);
  return program;
}

function unknownProgram(): AppError {
  return new AppError('validation_failed', {
    en: '`program_id` is neither the id, the external id nor the name of one program of your account.',
    es: '`program_id` no es ni el id, ni el external_id ni el nombre de un solo programa de su cuenta.',
  });
}
