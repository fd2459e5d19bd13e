/** The ledger of a member: approved and revoked points, each entry hashed over the one before. */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AwardId, MemberId, ProgramId } from '../../kernel/ids.ts';

export const ENTRY_KINDS = ['award', 'reversal'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Points as JSON shows them, at most two decimals. */
export type LedgerLine = { program_id: ProgramId; category: string; points: number };

export type NewEntry = {
  memberId: MemberId;
  kind: EntryKind;
  awardId: AwardId;
  lines: readonly LedgerLine[];
  completedOn: string;
};

export type Entry = NewEntry & { seq: number; at: Date; prevHash: Uint8Array; hash: Uint8Array };

/** The previous hash of a chain's first entry. */
export const NO_HASH: Uint8Array = new Uint8Array(32);

/**
 * SHA-256 of the hash before, as 32 raw bytes, and the entry as RFC 8785 JSON. Anyone with the entries can recompute
 * it.
 */
export function entryHash(entry: Omit<Entry, 'hash' | 'memberId'>): Uint8Array {
  const content = canonicalize({
    seq: entry.seq,
    kind: entry.kind,
    award_id: entry.awardId,
    lines: entry.lines,
    completed_on: entry.completedOn,
    at: entry.at.toISOString(),
  });
  return createHash('sha256')
    .update(entry.prevHash)
    .update(content ?? '')
    .digest();
}
