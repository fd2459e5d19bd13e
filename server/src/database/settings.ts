/** Where state is kept: the database, and the folder of everything embedded. */

import path from 'node:path';
import { integer, matching, secret, secretOrFile, text } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';
import { A_MASTER_KEY, parseMasterKey, parseMasterKeys } from '../kernel/wrapping/master-keys.ts';
import { problemOfReplicaUrl, problemOfUrl } from './address.ts';

export type DatabaseSettings = {
  /** Holds the embedded database and a subfolder for each capability that needs one. */
  dataDir: string;
  /** Undefined: the embedded one. */
  databaseUrl: string | undefined;
  /** A read replica of it, for what strangers read; undefined: none. */
  databaseReplicaUrl: string | undefined;
  databaseConnections: number;
  masterKey: MasterKeySettings;
};

/** If neither of the first two is set, a key is made in the data folder. */
export type MasterKeySettings = {
  given: Uint8Array | undefined;
  /** A program that prints the key. */
  command: string | undefined;
  /** Earlier master keys: they unwrap what they wrapped, and wrap nothing new. */
  old: readonly Uint8Array[];
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
      'PostgreSQL 15 or newer instead of the embedded one (`postgres://…`); several hosts of one cluster as `postgres://a:5432,b:5432/db?target_session_attrs=read-write`',
    ),
  ),
  databaseReplicaUrl: secret(
    matching(
      'SELLO_DATABASE_REPLICA_URL',
      undefined,
      /^postgres(ql)?:\/\//,
      'a postgres:// address',
      'A read replica of DATABASE_URL, one host: public pages, `POST /verify`, the log and its proofs are read there, never older than what was acknowledged; the database itself answers where it is behind or away',
    ),
  ),
  databaseConnections: integer(
    'SELLO_DATABASE_CONNECTIONS',
    '16',
    1,
    500,
    'Connections of one process to the database',
  ),
  masterKey: secretOrFile(
    'SELLO_MASTER_KEY',
    'Master key that wraps the keys in the database, 32 bytes in base64; without it and the next two, `master.key` in the data folder',
    'File that holds that key instead',
    `must hold ${A_MASTER_KEY}`,
    parseMasterKey,
  ),
  masterKeyCommand: text(
    'SELLO_MASTER_KEY_COMMAND',
    undefined,
    'Command that prints that key instead, such as a call to a key service or a hardware module',
  ),
  masterKeysOld: secret(
    text(
      'SELLO_MASTER_KEYS_OLD',
      undefined,
      'Master keys of before, separated by commas, while they are replaced',
    ),
  ),
};

export function readDatabaseSettings(read: SettingsReader): DatabaseSettings {
  const { needed } = read;
  return {
    dataDir: path.resolve(needed(DATABASE_SETTINGS.dataDir)),
    databaseUrl: readDatabaseUrl(read),
    databaseReplicaUrl: readReplicaUrl(read),
    databaseConnections: needed(DATABASE_SETTINGS.databaseConnections),
    masterKey: readMasterKey(read),
  };
}

function readDatabaseUrl({ take, problems }: SettingsReader): string | undefined {
  const url = take(DATABASE_SETTINGS.databaseUrl);
  const problem = url && problemOfUrl(url);
  if (problem) problems.push(problem);
  return url;
}

function readReplicaUrl({ take, problems }: SettingsReader): string | undefined {
  const url = take(DATABASE_SETTINGS.databaseReplicaUrl);
  const problem = url && problemOfReplicaUrl(url, take(DATABASE_SETTINGS.databaseUrl) !== undefined);
  if (problem) problems.push(problem);
  return url;
}

function readMasterKey({ take, takeSecret, problems }: SettingsReader): MasterKeySettings {
  const { masterKey, masterKeyCommand, masterKeysOld } = DATABASE_SETTINGS;
  const given = takeSecret(masterKey);
  const command = take(masterKeyCommand);
  if (given !== undefined && command !== undefined)
    problems.push(
      'SELLO_MASTER_KEY_COMMAND and SELLO_MASTER_KEY or SELLO_MASTER_KEY_FILE exclude each other',
    );
  const old = parseMasterKeys(take(masterKeysOld) ?? '');
  if (old === undefined)
    problems.push(`SELLO_MASTER_KEYS_OLD must hold keys, each ${A_MASTER_KEY}, separated by commas`);
  return { given, command, old: old ?? [] };
}
