/** Makes the partitions of the coming months, long before their first certificate. */

import pg from 'pg';
import type { Database, Query } from '../../database/pool.ts';
import { LOCK_WAIT_MS } from '../../database/upgrades/patience.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type IdRange, idsOf, monthOf, monthsAfter } from './month.ts';
import { attaching, createPartition, DIVIDED, nameOf, REST, readPartitions } from './pg-partitions.ts';

/**
 * How many months ahead partitions are made. If that fails, there is this much time to notice it before rows go to
 * the default partition.
 */
const MONTHS_AHEAD = 3;

/**
 * Makes only the partitions of the current month, by this process's clock, and of the next three. So even a clock that
 * is wrong by a century makes only four partitions. Resolves with the names of the new partitions.
 */
export async function makePartitions(ports: { database: Database; now: Clock }): Promise<string[]> {
  const present = monthOf(ports.now());
  const made: string[] = [];
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const range = idsOf(monthsAfter(present, ahead));
    const name = await ports.database.transaction((query) => makeUnlessThere(query, range));
    if (name !== undefined) made.push(name);
  }
  return made;
}

/**
 * Makes a partition if it is missing. Rows of its month that a wrong clock has put into the default partition are moved
 * into it. If a lock is not free soon, the next round tries again.
 */
async function makeUnlessThere(query: Query, range: IdRange & { from: string }): Promise<string | undefined> {
  const existing = await readPartitions(query);
  if (existing.some(({ from = '', to }) => from < range.to && range.from < to)) return undefined;
  const name = nameOf(range);
  await query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  await createPartition(query, name);
  // The lock is taken first, in the mode that attaching needs. Otherwise rows that are inserted in between would block
  // the attaching.
  await query(`lock table ${REST} in access exclusive mode`);
  await query(
    `with moved as (delete from ${REST} where certificate_id >= $1 and certificate_id < $2 returning *)
     insert into ${pg.escapeIdentifier(name)} select * from moved`,
    [range.from, range.to],
  );
  await query(attaching(name, range));
  return name;
}

/** Divides an empty table into the partitions that a backup has, in place of the first one. */
export async function remakePartitions(query: Query, ranges: readonly IdRange[]): Promise<void> {
  for (const { name } of await readPartitions(query)) await query(`drop table ${pg.escapeIdentifier(name)}`);
  for (const range of ranges) {
    await createPartition(query, nameOf(range));
    await query(attaching(nameOf(range), range));
  }
}

/** Whether a name is that of a partition: a backup of an older version lists each partition as a table. */
export function isPartitionName(name: string): boolean {
  return name.startsWith(`${DIVIDED}_`) && /_(first|rest|\d{4}_\d{2})$/.test(name);
}
