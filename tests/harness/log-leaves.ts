/** Log leaves without certificates, and the reference tree over them. */

import { createHash } from 'node:crypto';
import type { TestSello } from './test-sello.ts';

type Log = Pick<TestSello, 'database' | 'ports'>;

/** Queues leaves as certifying does, and returns them. */
export async function queueLeaves(sello: Log, count: number): Promise<Uint8Array[]> {
  return (await queueEntries(sello, count)).map(leafOf);
}

/** The same, but returns their entries. */
export async function queueEntries({ database, ports }: Log, count: number): Promise<Uint8Array[]> {
  const entries = Array.from({ length: count }, () => ports.randomBytes(32));
  await database.query(
    `insert into log_queue (leaf_hash, entry)
     select leaf, entry from unnest($1::bytea[], $2::bytea[]) with ordinality as l (leaf, entry, place) order by place`,
    [entries.map(leafOf), entries],
    'queue-entries',
  );
  return entries;
}

/** Queues leaves of the first form, as servers did before the log published entries. */
export async function queueOldLeaves({ database, ports }: Log, count: number): Promise<Uint8Array[]> {
  const leaves = Array.from({ length: count }, () => ports.randomBytes(32));
  await database.query(
    `insert into log_queue (leaf_hash)
     select leaf from unnest($1::bytea[]) with ordinality as l (leaf, place) order by place`,
    [leaves],
    'queue-old-leaves',
  );
  return leaves;
}

/** RFC 6962 §2.1. */
export function leafOf(entry: Uint8Array): Uint8Array {
  return createHash('sha256').update(Buffer.of(0)).update(entry).digest();
}

/** The root as RFC 6962 §2.1 defines it, over the first leaves of a list of hashes. */
export function makeNaiveTree(leaves: readonly Uint8Array[]): (size: number) => Buffer {
  const known = new Map<string, Buffer>();
  const hash = (from: number, to: number): Buffer => {
    if (to === from) return createHash('sha256').digest();
    if (to - from === 1) return Buffer.from(leaves[from] ?? []);
    const key = `${from}-${to}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let split = 1;
    while (split * 2 < to - from) split *= 2;
    const children = [hash(from, from + split), hash(from + split, to)];
    const made = createHash('sha256')
      .update(Buffer.concat([Buffer.of(1), ...children]))
      .digest();
    known.set(key, made);
    return made;
  };
  return (size) => hash(0, size);
}
