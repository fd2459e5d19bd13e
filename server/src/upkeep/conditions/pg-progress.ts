/** Reads whether the log grows, whether it is stamped, and whether the schema is that of this version. */

import { readMigrations } from '../../database/migrate.ts';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Clock } from '../../kernel/clock.ts';
import { makeCheckpointStampStore } from '../../timestamps/checkpoints/pg-checkpoint-stamps.ts';
import type { Facts } from './find-conditions.ts';

const STUCK_AFTER_MS = 60_000;

const PROGRESS = `
  select coalesce((select size from log_state), 0) as size, exists (select from log_queue) as waits,
         array(select name from unnest($1::text[]) as known (name)
                where not exists (select from migrations m where m.name = known.name)) as pending`;

export function watchProgress({ database, now }: { database: Database; now: Clock }): () => Promise<Facts> {
  let seen = { size: -1, sinceMs: 0 };
  let names: readonly string[] | undefined;
  return async () => {
    names ??= (await readMigrations()).map(({ name }) => name);
    const row = read.firstRow(await database.query(PROGRESS, [names], 'log-progress'));
    const size = read.number(row, 'size');
    const nowMs = now().getTime();
    if (!read.boolean(row, 'waits') || size !== seen.size) seen = { size, sinceMs: nowMs };
    const { waiting } = await makeCheckpointStampStore(database).standing();
    return {
      isLogStuck: nowMs - seen.sinceMs > STUCK_AFTER_MS,
      failedLogStamps: waiting?.tries ?? 0,
      pendingMigrations: row.pending as string[],
    };
  };
}
