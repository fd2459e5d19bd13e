/** Freezes what a decision was based on. */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { LedgerHead } from '../awards/pg-ledger.ts';
import type { Renewable } from './renewable.ts';
import type { FrozenSnapshot } from './renewal.ts';

/** Without notes and reasons: they may be erased one day, and this never changes. */
export function freeze(
  { evaluation, checklist }: Pick<Renewable, 'evaluation' | 'checklist'>,
  head: LedgerHead | undefined,
  takenAt: Date,
): FrozenSnapshot {
  const text = canonicalize({
    evaluation,
    checklist: checklist.map(({ note: _, ...item }) => item),
    ledger_head: head === undefined ? null : { seq: head.seq, hash: Buffer.from(head.hash).toString('hex') },
    taken_at: takenAt.toISOString(),
  });
  if (text === undefined) throw new Error('A snapshot has no text');
  return { text, sha256: createHash('sha256').update(text).digest() };
}
