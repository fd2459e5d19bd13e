/** Programs and their versions. */

import type { Row } from '../../database/pool.ts';
import {
  boolean,
  date,
  id,
  isRecord,
  number,
  oneOf,
  optionalText,
  shaped,
  text,
} from '../../database/row-reader.ts';
import type { ProgramId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../operations/list.ts';
import type { Tools } from '../operations/operation.ts';
import { isMetadata } from '../operations/row-parts.ts';
import type { ChecklistItem, Rules } from '../rules/rules.ts';
import { PROGRAM_STATUSES, type Program, type ProgramStatus } from './program.ts';

const COLUMNS = `p.id, p.livemode, p.name, p.unit, p.status, v.version, v.rules, v.checklist, p.external_id, p.metadata,
  p.created_at, p.updated_at`;
const NEWEST = 'programs p join program_versions v on v.program_id = p.id and v.version = p.version';

export async function listPrograms(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery & { status?: ProgramStatus },
) {
  const filter = ownedBy(owner, 'p');
  where(filter, asked.status, (p) => `p.status = ${p}`);
  const source = { prefix: 'prg', columns: COLUMNS, from: NEWEST, alias: 'p' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { programs: rows.map(toProgram), pagination };
}

/** Undefined for another account's, and for a version that there never was. */
export async function findProgram(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  programId: ProgramId,
  version?: number,
): Promise<Program | undefined> {
  const rows = await query(
    `select ${COLUMNS} from programs p
       join program_versions v on v.program_id = p.id and v.version = coalesce($4, p.version)
      where p.account_id = $1 and p.livemode = $2 and p.id = $3`,
    [accountId, livemode, programId, version],
    'find-program',
  );
  return rows[0] && toProgram(rows[0]);
}

export async function insertProgram(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Owner,
  program: Program,
): Promise<void> {
  await query(
    `with made as (
       insert into programs (id, account_id, livemode, name, unit, status, version, external_id, metadata, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id
     )
     insert into program_versions (program_id, version, rules, checklist, created_at)
     select id, $7, $11, $12, $10 from made`,
    [
      program.id,
      accountId,
      program.livemode,
      program.name,
      program.unit,
      program.status,
      program.version,
      program.externalId,
      program.metadata,
      program.createdAt,
      program.rules,
      JSON.stringify(program.checklist),
    ],
  );
}

function toProgram(row: Row): Program {
  return {
    id: id('prg', row, 'id'),
    livemode: boolean(row, 'livemode'),
    name: text(row, 'name'),
    unit: text(row, 'unit'),
    status: oneOf(row, 'status', PROGRAM_STATUSES),
    version: number(row, 'version'),
    // Checked before they were stored.
    rules: shaped(row, 'rules', (value): value is Rules => isRecord(value), 'rules'),
    checklist: shaped(row, 'checklist', (value): value is ChecklistItem[] => Array.isArray(value), 'a list'),
    externalId: optionalText(row, 'external_id'),
    metadata: shaped(row, 'metadata', isMetadata, 'texts by name'),
    createdAt: date(row, 'created_at'),
    updatedAt: date(row, 'updated_at'),
  };
}
