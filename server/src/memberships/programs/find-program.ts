/** The program named in an address, or a 404. */

import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { findProgram, lockProgram } from './pg-programs.ts';
import type { Program } from './program.ts';
import { programNotFound } from './refusals.ts';

/** Reads the program in its newest version, or in the one that was asked for. */
export async function programNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string,
  version?: number,
): Promise<Program> {
  const id = parseId('prg', named);
  const program = id && (await findProgram(tools, owner, id, version));
  if (program !== undefined) return program;
  const newest = id && version !== undefined ? await findProgram(tools, owner, id) : undefined;
  throw newest === undefined ? programNotFound() : versionNotFound(newest, version);
}

/** Locks the program, so that no term is opened in it and nobody else changes it. */
export async function programToChange(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string,
): Promise<Program> {
  const id = parseId('prg', named);
  if (id !== undefined) await lockProgram(tools, owner, id, 'change');
  return programNamed(tools, owner, named);
}

function versionNotFound(newest: Program, version: number | undefined): AppError {
  return new AppError('not_found', {
    en: `\`version\` ${version} does not exist; the newest is ${newest.version}.`,
    es: `\`version\` ${version} no existe; la más reciente es ${newest.version}.`,
  });
}
