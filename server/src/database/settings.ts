/** Settings that say where state is kept: the database, and the folder of everything embedded. */

import path from 'node:path';
import { integer, matching, secret, secretOrFile, text } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';
import { A_MASTER_KEY, parseMasterKey, parseMasterKeys } from '../kernel/wrapping/master-keys.ts';
import { problemOfReplicaUrl, problemOfUrl } from './address.ts';

export type DatabaseSettings = {
  /** Holds the embedded database and a subfolder for each capability that needs one. */
  dataDir: string;
  /** The address of the database; undefined means the embedded one. */
  databaseUrl: string | undefined;
  /** The address of a read replica for requests of strangers; undefined if there is none. */
  databaseReplicaUrl: string | undefined;
  databaseConnections: number;
  masterKey: MasterKeySettings;
};

/** The operator's master keys. If neither of the first two is set, a key is made in the data folder. */
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
    'Folder for the embedded database, the original files and the keys',
  ),
  databaseUrl: secret(
    matching(
      'DATABASE_URL',
      undefined,
      /^postgres(ql)?:\/\//,
      'a postgres:// address',
      'Address of a PostgreSQL (15 or newer) to use instead of the embedded one, such as `postgres://user:password@host/db`; a cluster is written `postgres://a:5432,b:5432/db?target_session_attrs=read-write`',
    ),
  ),
  databaseReplicaUrl: secret(
    matching(
      'SELLO_DATABASE_REPLICA_URL',
      undefined,
      /^postgres(ql)?:\/\//,
      'a postgres:// address',
      'Address of one read replica of DATABASE_URL, from which public pages, `POST /verify`, the log and its proofs are read; while the replica lags behind or is down, DATABASE_URL answers instead',
    ),
  ),
  databaseConnections: integer(
    'SELLO_DATABASE_CONNECTIONS',
    '16',
    1,
    500,
    'Database connections that each process may open',
  ),
  masterKey: secretOrFile(
    'SELLO_MASTER_KEY',
    'Master key (32 bytes in base64) that encrypts the keys stored in the database; by default the file `master.key` in the data folder, made at the first start',
    'File that holds the master key, instead of SELLO_MASTER_KEY',
    `must hold ${A_MASTER_KEY}`,
    parseMasterKey,
  ),
  masterKeyCommand: text(
    'SELLO_MASTER_KEY_COMMAND',
    undefined,
    'Command that prints the master key, such as a call to a key service, instead of SELLO_MASTER_KEY',
  ),
  masterKeysOld: secret(
    text(
      'SELLO_MASTER_KEYS_OLD',
      undefined,
      'Other master keys that are accepted while SELLO_MASTER_KEY is being replaced, separated by commas',
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
