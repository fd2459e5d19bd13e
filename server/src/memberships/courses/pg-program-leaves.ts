/**
 * Reads the programs of an account and the categories to which points can be given, which are the leaves of their
 * trees.
 */

import * as read from '../../database/row-reader.ts';
import type { ProgramId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { PROGRAM_STATUSES, type ProgramStatus } from '../programs/program.ts';

export type ProgramLeaves = { id: ProgramId; status: ProgramStatus; leaves: ReadonlySet<string> };

/** Reads the newest version of each program. A council has only a handful of programs. */
export async function readProgramLeaves(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<Map<ProgramId, ProgramLeaves>> {
  const rows = await query(
    `select p.id, p.status, v.rules -> 'categories' as categories from programs p
       join program_versions v on v.program_id = p.id and v.version = p.version
      where p.account_id = $1 and p.livemode = $2`,
    [accountId, livemode],
    'program-leaves',
  );
  return new Map(
    rows.map((row) => {
      const programId = read.id('prg', row, 'id');
      const categories = read.shaped(row, 'categories', isCategories, 'categories');
      return [
        programId,
        { id: programId, status: read.oneOf(row, 'status', PROGRAM_STATUSES), leaves: leavesOf(categories) },
      ];
    }),
  );
}

type Node = { code: string; parent?: string | null };

function leavesOf(categories: readonly Node[]): Set<string> {
  const parents = new Set(categories.map(({ parent }) => parent));
  return new Set(categories.map(({ code }) => code).filter((code) => !parents.has(code)));
}

function isCategories(value: unknown): value is Node[] {
  return read.isListOf(value, (node): node is Node => read.isRecord(node) && typeof node.code === 'string');
}
