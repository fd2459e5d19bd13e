/** Opens the usage store. */

import type { Database } from '../../database/pool.ts';
import type { OnClose } from '../../kernel/closing.ts';
import type { Surroundings } from '../../kernel/surroundings.ts';
import { makeUsageStore } from './pg-usage.ts';
import type { UsageStore } from './usage.ts';

const FLUSH_USAGE_MS = 1_000;

/** Writes the counts about once a second, and a last time on close. */
export function openUsage(
  database: Database,
  { now, logger }: Pick<Surroundings, 'now' | 'logger'>,
  onClose: OnClose,
): UsageStore {
  const usage = makeUsageStore(database, now);
  const flush = () => usage.flush().catch((error) => logger.warn('usage.not_written', { error }));
  const timer = setInterval(flush, FLUSH_USAGE_MS);
  timer.unref();
  onClose.push(async () => {
    clearInterval(timer);
    await flush();
  });
  return usage;
}
