/** Programs and their versions. */

import type { ChecklistItem, Rules } from '@sello/rules';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { ProgramId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { PROGRAM_STATUSES, type Program, type ProgramStatus } from './program.ts';

const COLUMNS = `p.id, p.livemode, p.name, p.unit, p.status, v.version, v.rules, v.checklist, p.external_id, p.metadata,
  p.created_at, p.updated_at`;
const VERSION = 'join program_versions v on v.program_id = p.id and v.version = p.version';

export async function listPrograms(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery & { status?: ProgramStatus },
) {
  const filter = ownedBy(owner, 'p');
  where(filter, asked.status, (p) => `p.status = ${p}`);
  const source = { prefix: 'prg', columns: COLUMNS, table: 'programs', alias: 'p', joins: VERSION } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { programs: rows.map(toProgram), pagination };
}

/** Undefined for another account's program, and for a version that does not exist. */
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

/**
 * Locks the program in a separate statement before it is read, because a single statement that waited for the lock
 * would combine the new row with its earlier version. `share` is for opening a term with the newest version, and
 * `change` is for making another version.
 */
export async function lockProgram(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  programId: ProgramId,
  lock: 'share' | 'change',
): Promise<void> {
  await query(
    `select from programs where account_id = $1 and livemode = $2 and id = $3 for ${lock === 'share' ? 'share' : 'update'}`,
    [accountId, livemode, programId],
    `lock-program-${lock}`,
  );
}

export async function findByExternalId(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  externalId: string,
): Promise<ProgramId | undefined> {
  const rows = await query(
    'select id from programs where account_id = $1 and livemode = $2 and external_id = $3',
    [accountId, livemode, externalId],
    'find-program-by-external-id',
  );
  return rows[0] && read.id('prg', rows[0], 'id');
}

export async function readRules(
  { query }: Pick<Tools, 'query'>,
  programId: ProgramId,
  versions: readonly number[],
): Promise<Rules[]> {
  if (versions.length === 0) return [];
  const rows = await query(
    'select rules from program_versions where program_id = $1 and version = any($2) order by version desc',
    [programId, versions],
    'rules-of-versions',
  );
  return rows.map(toRules);
}

/** Whether a membership, a course or an award names the program. */
export async function findUser(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  programId: ProgramId,
): Promise<string | undefined> {
  const rows = await query(
    `select id from (
       (select id from memberships where program_id = $3 limit 1) union all
       (select award_id from award_lines where program_id = $3 limit 1) union all
       (select id from courses where account_id = $1 and livemode = $2
          and points @> jsonb_build_array(jsonb_build_object('program_id', $3::text)) limit 1)
     ) users limit 1`,
    [accountId, livemode, programId],
    'user-of-program',
  );
  return rows[0] && read.text(rows[0], 'id');
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

/** Writes all fields except rules and checklist, which belong to a version. */
export async function saveProgram({ query }: Pick<Tools, 'query'>, program: Program): Promise<void> {
  const { id: programId, name, unit, status, version, externalId, metadata, updatedAt } = program;
  await query(
    `update programs set name = $2, unit = $3, status = $4, version = $5, external_id = $6, metadata = $7, updated_at = $8
      where id = $1`,
    [programId, name, unit, status, version, externalId, metadata, updatedAt],
    'save-program',
  );
}

export async function insertVersion({ query }: Pick<Tools, 'query'>, program: Program): Promise<void> {
  const { id: programId, version, rules, checklist, updatedAt } = program;
  await query(
    'insert into program_versions (program_id, version, rules, checklist, created_at) values ($1, $2, $3, $4, $5)',
    [programId, version, rules, JSON.stringify(checklist), updatedAt],
    'insert-program-version',
  );
}

/**
 * Overwrites the version of a draft. Later versions are never overwritten, because terms may have been opened with
 * them.
 */
export async function saveVersion({ query }: Pick<Tools, 'query'>, program: Program): Promise<void> {
  const { id: programId, version, rules, checklist } = program;
  await query(
    'update program_versions set rules = $3, checklist = $4 where program_id = $1 and version = $2',
    [programId, version, rules, JSON.stringify(checklist)],
    'save-program-version',
  );
}

/** Deletes the program together with its versions. */
export async function deleteProgramRows(
  { query }: Pick<Tools, 'query'>,
  programId: ProgramId,
): Promise<void> {
  await query('delete from programs where id = $1', [programId], 'delete-program');
}

function toProgram(row: Row): Program {
  return {
    id: read.id('prg', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    name: read.text(row, 'name'),
    unit: read.text(row, 'unit'),
    status: read.oneOf(row, 'status', PROGRAM_STATUSES),
    version: read.number(row, 'version'),
    ...toVersion(row),
    externalId: read.optionalText(row, 'external_id'),
    metadata: read.textsByName(row, 'metadata'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

/** Reads the rules and checklist of one version. They were checked before they were stored. */
export function toVersion(row: Row): { rules: Rules; checklist: ChecklistItem[] } {
  return {
    rules: toRules(row),
    checklist: read.shaped(
      row,
      'checklist',
      (value): value is ChecklistItem[] => Array.isArray(value),
      'a list',
    ),
  };
}

function toRules(row: Row): Rules {
  return read.record(row, 'rules');
}
