/** Makes the partitions of coming months, long before the first certificate of theirs. */

import pg from 'pg';
import type { Database, Query } from '../../database/pool.ts';
import { LOCK_WAIT_MS } from '../../database/upgrades/patience.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type IdRange, idsOf, monthOf, monthsAfter } from './month.ts';
import { attaching, createPartition, DIVIDED, nameOf, REST, readPartitions } from './pg-partitions.ts';

/** Beside the present month. A failure has this long to be noticed before rows go to the partition that takes the rest. */
const MONTHS_AHEAD = 3;

/**
 * The present month by this process's clock and the next three; not what lies between, so that a clock that is wrong by a
 * century makes four. Resolves with the names of those that were not there.
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

/** What a wrong clock has put into the rest moves with its month. Whoever waits for a lock is let pass, until another time. */
async function makeUnlessThere(query: Query, range: IdRange & { from: string }): Promise<string | undefined> {
  const existing = await readPartitions(query);
  if (existing.some(({ from = '', to }) => from < range.to && range.from < to)) return undefined;
  const name = nameOf(range);
  await query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  await createPartition(query, name);
  // First of all locks, and the one that attaching takes: rows that come meanwhile would be in the way.
  await query(`lock table ${REST} in access exclusive mode`);
  await query(
    `with moved as (delete from ${REST} where certificate_id >= $1 and certificate_id < $2 returning *)
     insert into ${pg.escapeIdentifier(name)} select * from moved`,
    [range.from, range.to],
  );
  await query(attaching(name, range));
  return name;
}

/** For an empty table: the partitions that a backup was divided into, instead of the first one. */
export async function remakePartitions(query: Query, ranges: readonly IdRange[]): Promise<void> {
  for (const { name } of await readPartitions(query)) await query(`drop table ${pg.escapeIdentifier(name)}`);
  for (const range of ranges) {
    await createPartition(query, nameOf(range));
    await query(attaching(nameOf(range), range));
  }
}

/** Of a table that is there for one partition alone, in a backup that an older version made. */
export function isPartitionName(name: string): boolean {
  return name.startsWith(`${DIVIDED}_`) && /_(first|rest|\d{4}_\d{2})$/.test(name);
}
