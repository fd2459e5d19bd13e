/** Tells whether the database runs already. A command asks this before it loads anything else. */

import path from 'node:path';
import { type Environment, readSettings } from '../kernel/settings/reader.ts';
import { isPostmaster, markCluster, readPostmasterPid } from './embedded/postmaster.ts';
import { DATABASE_SETTINGS } from './settings.ts';

/**
 * True for an external database, which is not ours to start. Settings that are wrong are reported later, by the
 * command that needs them.
 */
export async function isDatabaseRunning(env: Environment): Promise<boolean> {
  const read = readSettings(env);
  if (read.isGiven(DATABASE_SETTINGS.databaseUrl)) return true;
  const folder = path.join(read.needed(DATABASE_SETTINGS.dataDir), 'postgres', 'cluster');
  try {
    const pid = await readPostmasterPid(folder);
    return pid !== undefined && (await isPostmaster(pid, await markCluster(folder)));
  } catch {
    return false;
  }
}
