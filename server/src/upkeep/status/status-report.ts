/** What `sello status --json` prints. */

import type { DatabaseFacts } from './pg-status.ts';

export type Status = {
  version: string;
  baseUrl: string;
  /** What needs attention, most urgent first; empty if nothing does. */
  attention: string[];
  /** Undefined if there is none yet. */
  database: (Omit<DatabaseFacts, 'keys' | 'notes'> & { isEmbedded: boolean }) | undefined;
  providers: { name: string; isAccredited: boolean }[];
  keys: { wrapped: number; bare: number; unreadable: number; master: 'settings' | 'command' | 'data folder' };
  filesEncrypted: boolean;
  mail: boolean;
  signup: 'open' | 'closed';
  trustedProxies: readonly string[];
  unnamedProxies: { peer: string; header: string; seenAt: Date; isNear: boolean }[];
  disk: { folder: string; freeBytes: number; totalBytes: number } | undefined;
  /** What the log has signed and the database has lost; undefined if nothing is. */
  lostPast: string | undefined;
  lastBackup: { at: Date; folder: string; isEncrypted: boolean } | undefined;
};
