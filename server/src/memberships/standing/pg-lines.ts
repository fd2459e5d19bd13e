/** The points that count for members: entries of their ledgers that no later entry reverses. */

import type { AwardLine } from '@sello/rules';
import * as read from '../../database/row-reader.ts';
import type { AwardId, MemberId, ProgramId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import type { EntryKind, LedgerLine } from '../awards/ledger-entry.ts';

/** Limits the entries to those written before `writtenBefore`, for awards completed by `completedBy`. */
export type AsOf = { writtenBefore: Date; completedBy: string };

export type LinesOf = (memberId: MemberId, programId: ProgramId) => readonly AwardLine[];

/** Reads one row for each member, so that ten thousand ledgers are read quickly. */
export async function readLines(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
  asOf?: AsOf,
): Promise<LinesOf> {
  const rows = await query(
    `select member_id, json_agg(json_build_array(kind, award_id, completed_on, lines) order by seq) as entries
       from ledger_entries
      where member_id = any($1) and ($2::timestamptz is null or at < $2) and ($3::date is null or completed_on <= $3)
      group by member_id`,
    [memberIds, asOf?.writtenBefore, asOf?.completedBy],
    'lines-of-members',
  );
  const found = new Map<string, AwardLine[]>();
  for (const row of rows) {
    const memberId = read.id('mem', row, 'member_id');
    for (const [awardId, entry] of standing(read.shaped(row, 'entries', isEntries, 'entries'))) {
      for (const line of entry.lines) {
        const key = `${memberId} ${line.program_id}`;
        const lines = found.get(key) ?? [];
        lines.push({
          id: awardId,
          completed_on: entry.completedOn,
          category: line.category,
          points: line.points,
        });
        found.set(key, lines);
      }
    }
  }
  return (memberId, programId) => found.get(`${memberId} ${programId}`) ?? [];
}

type KeptEntry = [kind: EntryKind, awardId: AwardId, completedOn: string, lines: LedgerLine[]];

/** Collects lines by award. A reversal removes the lines before it. */
function standing(entries: readonly KeptEntry[]): Map<AwardId, { completedOn: string; lines: LedgerLine[] }> {
  const left = new Map<AwardId, { completedOn: string; lines: LedgerLine[] }>();
  for (const [kind, awardId, completedOn, lines] of entries) {
    if (kind === 'award') left.set(awardId, { completedOn, lines });
    else left.delete(awardId);
  }
  return left;
}

function isEntries(value: unknown): value is KeptEntry[] {
  return read.isListOf(value, (entry): entry is KeptEntry => Array.isArray(entry) && Array.isArray(entry[3]));
}
