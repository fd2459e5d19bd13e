/** Appends to the ledgers of members and reads them. The caller must have locked the members. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { MemberId } from '../../kernel/ids.ts';
import { mapInPieces } from '../../kernel/pacing/pieces.ts';
import type { Tools } from '../../operations/operation.ts';
import { pointLines } from '../courses/point-lines.ts';
import { ENTRY_KINDS, type Entry, entryHash, type NewEntry, NO_HASH } from './ledger-entry.ts';

/**
 * Appends entries of any number of members in one statement and returns them. Each entry follows the last one in its
 * member's chain, and gets the time that applies to its member.
 */
export async function appendEntries(
  { query }: Pick<Tools, 'query'>,
  entries: readonly NewEntry[],
  momentOf: (memberId: MemberId) => Date,
): Promise<Entry[]> {
  const heads = await readHeads({ query }, [...new Set(entries.map(({ memberId }) => memberId))]);
  const made = await mapInPieces(entries, (entry): Entry => {
    const head = heads.get(entry.memberId) ?? { seq: 0, hash: NO_HASH };
    const next = { ...entry, seq: head.seq + 1, at: momentOf(entry.memberId), prevHash: head.hash };
    const hash = entryHash(next);
    heads.set(entry.memberId, { seq: next.seq, hash });
    return { ...next, hash };
  });
  await query(
    `insert into ledger_entries (member_id, seq, kind, award_id, lines, completed_on, at, prev_hash, hash)
     select e.member_id, e.seq, e.kind, e.award_id, e.lines, e.completed_on, e.at, e.prev_hash, e.hash
       from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::json[], $6::date[], $7::timestamptz[], $8::bytea[], $9::bytea[])
            as e (member_id, seq, kind, award_id, lines, completed_on, at, prev_hash, hash)`,
    [
      made.map(({ memberId }) => memberId),
      made.map(({ seq }) => seq),
      made.map(({ kind }) => kind),
      made.map(({ awardId }) => awardId),
      made.map(({ lines }) => JSON.stringify(lines)),
      made.map(({ completedOn }) => completedOn),
      made.map(({ at }) => at),
      made.map(({ prevHash }) => prevHash),
      made.map(({ hash }) => hash),
    ],
    'append-entries',
  );
  return made;
}

export type LedgerHead = { seq: number; hash: Uint8Array };

/** The last entry of each chain; a member without entries has none. */
export async function readHeads(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<Map<MemberId, LedgerHead>> {
  const rows = await query(
    `select m.id, e.seq, e.hash from unnest($1::text[]) as m (id)
       join lateral (select seq, hash from ledger_entries where member_id = m.id order by seq desc limit 1) e on true`,
    [memberIds],
    'ledger-heads',
  );
  return new Map(
    rows.map((row) => [
      read.id('mem', row, 'id'),
      { seq: read.number(row, 'seq'), hash: read.bytes(row, 'hash') },
    ]),
  );
}

/** Oldest first. */
export async function readEntries(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<Entry[]> {
  const rows = await query(
    `select member_id, seq, kind, award_id, lines, completed_on, at, prev_hash, hash from ledger_entries
      where member_id = any($1) order by member_id, seq`,
    [memberIds],
    'ledger-entries',
  );
  return rows.map(toEntry);
}

function toEntry(row: Row): Entry {
  return {
    memberId: read.id('mem', row, 'member_id'),
    seq: read.number(row, 'seq'),
    kind: read.oneOf(row, 'kind', ENTRY_KINDS),
    awardId: read.id('awd', row, 'award_id'),
    lines: pointLines(row, 'lines'),
    completedOn: read.text(row, 'completed_on'),
    at: read.date(row, 'at'),
    prevHash: read.bytes(row, 'prev_hash'),
    hash: read.bytes(row, 'hash'),
  };
}
