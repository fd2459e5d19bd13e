/** Where state is kept: the database, and the folder of everything embedded. */

import path from 'node:path';
import { integer, matching, secret, text } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type DatabaseSettings = {
  /** Holds the embedded database and a subfolder for each capability that needs one. */
  dataDir: string;
  /** Undefined: the embedded one. */
  databaseUrl: string | undefined;
  databaseConnections: number;
};

export const DATABASE_SETTINGS = {
  dataDir: text(
    'SELLO_DATA_DIR',
    './data',
    'Folder of everything embedded: database, files, time-stamping keys',
  ),
  databaseUrl: secret(
    matching(
      'DATABASE_URL',
      undefined,
      /^postgres(ql)?:\/\//,
      'a postgres:// address',
      'PostgreSQL 15 or newer instead of the embedded one (`postgres://…`)',
    ),
  ),
  databaseConnections: integer(
    'SELLO_DATABASE_CONNECTIONS',
    '16',
    1,
    500,
    'Connections of one process to the database',
  ),
};

export function readDatabaseSettings({ take, needed }: SettingsReader): DatabaseSettings {
  return {
    dataDir: path.resolve(needed(DATABASE_SETTINGS.dataDir)),
    databaseUrl: take(DATABASE_SETTINGS.databaseUrl),
    databaseConnections: needed(DATABASE_SETTINGS.databaseConnections),
  };
}
