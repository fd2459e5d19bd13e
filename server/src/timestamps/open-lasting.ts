/** The stores and settings of long-term evidence, which outlives the keys of providers. */

import type { Database } from '../database/pool.ts';
import { makeCheckpointStampStore } from './checkpoints/pg-checkpoint-stamps.ts';
import { makeKeptRevocationStore } from './revocation/pg-kept-revocation.ts';
import type { TimestampsSettings } from './settings.ts';

export function openLasting(database: Database, config: TimestampsSettings) {
  const { stampCheckpointsEveryMs, keepsRevocation } = config;
  return {
    lasting: { stampCheckpointsEveryMs, keepsRevocation },
    checkpointStamps: makeCheckpointStampStore(database),
    keptRevocation: makeKeptRevocationStore(database),
  };
}
