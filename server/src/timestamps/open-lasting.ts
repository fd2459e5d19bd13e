/** Opens the stores and settings for evidence that is read years later, when the provider and its keys may be gone. */

import type { Database } from '../database/pool.ts';
import { makeCheckpointStampStore } from './checkpoints/pg-checkpoint-stamps.ts';
import { makeKeptRevocationStore } from './revocation/pg-kept-revocation.ts';
import type { TimestampsSettings } from './settings.ts';
import { makeIssuerStatementStore } from './statements/pg-issuer-statements.ts';

export function openLasting(database: Database, config: TimestampsSettings) {
  const { stampCheckpointsEveryMs, keepsRevocation } = config;
  return {
    lasting: { stampCheckpointsEveryMs, keepsRevocation },
    checkpointStamps: makeCheckpointStampStore(database),
    issuerStatements: makeIssuerStatementStore(database),
    keptRevocation: makeKeptRevocationStore(database),
  };
}
