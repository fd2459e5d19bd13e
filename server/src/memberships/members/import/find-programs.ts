/** The programs that rows of an import name, by id, by external id or by name. */

import { text } from '../../../database/row-reader.ts';
import { AppError } from '../../../kernel/errors.ts';
import { parseId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';
import { programNotActive } from '../../membership/open-membership.ts';
import { findProgram, lockProgram } from '../../programs/pg-programs.ts';
import type { Program } from '../../programs/program.ts';

/** A refusal is reported for the row. More than a hundred programs in one table are a mistake. */
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
  const id = parseId('prg', name) ?? (await idOf(tools, owner, name));
  // Locked as for a single membership, against new rules and retirement.
  if (id !== undefined) await lockProgram(tools, owner, id, 'share');
  const program = id && (await findProgram(tools, owner, id));
  if (program === undefined) return unknownProgram();
  if (program.status !== 'active') return programNotActive(program);
  return program;
}

/** The external id comes first. A name that two programs have names none. */
async function idOf({ query }: Pick<Tools, 'query'>, { accountId, livemode }: Owner, name: string) {
  const rows = await query(
    `select id, external_id is not distinct from $3 as is_external from programs
      where account_id = $1 and livemode = $2 and (external_id = $3 or lower(name) = lower($3))
      order by is_external desc limit 2`,
    [accountId, livemode, name],
    'program-by-name',
  );
  const [first, second] = rows;
  if (first === undefined || (second !== undefined && first.is_external !== true)) return undefined;
  return parseId('prg', text(first, 'id'));
}

function unknownProgram(): AppError {
  return new AppError('validation_failed', {
    en: '`program_id` is neither the id, the external id nor the name of one program of your account.',
    es: '`program_id` no es ni el id, ni el external_id ni el nombre de un solo programa de su cuenta.',
  });
}
