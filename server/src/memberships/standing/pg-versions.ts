/** The rules with which terms were opened. */

import type { ChecklistItem, Rules } from '@sello/rules';
import * as read from '../../database/row-reader.ts';
import type { ProgramId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { toVersion } from '../programs/pg-programs.ts';

type Version = { programId: ProgramId; version: number };

export type KeptVersion = { rules: Rules; checklist: readonly ChecklistItem[] };

export type VersionOf = (programId: ProgramId, version: number) => KeptVersion;

/** Each version is one shared object, so that the engine compiles it once. */
export async function readVersions(
  { query }: Pick<Tools, 'query'>,
  wanted: readonly Version[],
): Promise<VersionOf> {
  const distinct = new Map(wanted.map((one) => [keyOf(one.programId, one.version), one]));
  const rows = await query(
    `select v.program_id, v.version, v.rules, v.checklist from program_versions v
       join unnest($1::text[], $2::integer[]) as w (program_id, version) using (program_id, version)`,
    [
      [...distinct.values()].map(({ programId }) => programId),
      [...distinct.values()].map(({ version }) => version),
    ],
    'versions-of-terms',
  );
  const found = new Map(
    rows.map((row) => [
      keyOf(read.id('prg', row, 'program_id'), read.number(row, 'version')),
      toVersion(row),
    ]),
  );
  return (programId, version) => {
    const kept = found.get(keyOf(programId, version));
    if (kept === undefined) throw new Error(`Version ${version} of ${programId} is missing`);
    return kept;
  };
}

function keyOf(programId: ProgramId, version: number): string {
  return `${programId} ${version}`;
}
