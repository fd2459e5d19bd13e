/** The ledger of a member: approved and revoked points. The hash of each entry covers the hash of the entry before. */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AwardId, MemberId, ProgramId } from '../../kernel/ids.ts';

export const ENTRY_KINDS = ['award', 'reversal'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Points as JSON shows them, with at most two decimals. */
export type LedgerLine = { program_id: ProgramId; category: string; points: number };

export type NewEntry = {
  memberId: MemberId;
  kind: EntryKind;
  awardId: AwardId;
  lines: readonly LedgerLine[];
  completedOn: string;
};

export type Entry = NewEntry & { seq: number; at: Date; prevHash: Uint8Array; hash: Uint8Array };

/** The first entry of a chain has this value as its previous hash. */
export const NO_HASH: Uint8Array = new Uint8Array(32);

/**
 * The hash of an entry: SHA-256 over the hash before it, as 32 raw bytes, followed by the entry as RFC 8785 JSON.
 * Anyone with the entries can recompute it.
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
