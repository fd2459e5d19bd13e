/** Whether the database runs already, for a command that has not loaded anything yet. */

import path from 'node:path';
import { type Environment, readSettings } from '../kernel/settings/reader.ts';
import { isPostmaster, markCluster, readPostmasterPid } from './embedded/postmaster.ts';
import { DATABASE_SETTINGS } from './settings.ts';

/** An external database is not ours to start. Wrong settings are reported by the command that needs them. */
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
