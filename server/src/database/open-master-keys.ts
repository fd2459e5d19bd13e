/**
 * Finds the operator's master keys. They are given in the settings, printed by the operator's own program, or kept in
 * a file that is made in the data folder.
 */

import { exec } from 'node:child_process';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../kernel/disk/folder.ts';
import { writeSynced } from '../kernel/disk/write-whole-file.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import { masterKeyMissing } from '../kernel/wrapping/key-envelope.ts';
import { A_MASTER_KEY, type MasterKeys, masterIdOf, parseMasterKey } from '../kernel/wrapping/master-keys.ts';
import type { DatabaseSettings } from './settings.ts';

export const MASTER_KEY_FILE = 'master.key';

const COMMAND_WITHIN_MS = 30_000;

type Settings = Pick<DatabaseSettings, 'dataDir' | 'masterKey'>;

/**
 * Finds the master keys, or makes one. `needed` lists the ids of the master keys that wrap what is stored. A key is
 * made only if none is given and none is needed: a second machine with a key of its own would sign what the first
 * cannot check.
 */
export async function openMasterKeys(
  config: Settings,
  randomBytes: RandomBytes,
  needed: readonly string[],
): Promise<MasterKeys> {
  const found = await findMasterKeys(config);
  const known = new Set([...found, ...config.masterKey.old].map(masterIdOf));
  const missing = needed.filter((id) => !known.has(id));
  if (missing.length > 0) throw masterKeyMissing([...new Set(missing)]);
  const [current, ...others] = found;
  const first = current ?? (await makeKeyFile(config.dataDir, randomBytes));
  return [first, ...others, ...config.masterKey.old];
}

/** Reads all master keys and makes none. The first one is the key that wraps. */
export async function readMasterKeys(config: Settings): Promise<Uint8Array[]> {
  return [...(await findMasterKeys(config)), ...config.masterKey.old];
}

/** Keys from the settings come first. The key in the file still unwraps what was wrapped with it. */
async function findMasterKeys({ dataDir, masterKey }: Settings): Promise<Uint8Array[]> {
  const given =
    masterKey.given ?? (masterKey.command === undefined ? undefined : await runCommand(masterKey.command));
  const kept = await readKeyFile(path.join(dataDir, MASTER_KEY_FILE));
  return [given, kept].filter((key) => key !== undefined);
}

/** Runs the operator's program, which may ask a key service or a hardware module. Its output is never shown. */
async function runCommand(command: string): Promise<Uint8Array> {
  const { stdout } = await promisify(exec)(command, {
    timeout: COMMAND_WITHIN_MS,
    maxBuffer: 1 << 16,
  }).catch((error: { code?: unknown; stderr?: string }) => {
    throw commandFailed(`${error.code ?? 'no answer'} ${error.stderr ?? ''}`.trim());
  });
  const key = parseMasterKey(stdout.trim());
  if (key === undefined) throw commandFailed(`its output is not ${A_MASTER_KEY}`);
  return key;
}

function commandFailed(because: string): OperatorError {
  return new OperatorError({
    en: `SELLO_MASTER_KEY_COMMAND gave no master key: ${because}. It must print ${A_MASTER_KEY} and end with 0 within 30 seconds.`,
    es: `SELLO_MASTER_KEY_COMMAND no dio una clave maestra: ${because}. Debe imprimir 32 bytes en base64 y terminar con 0 en menos de 30 segundos.`,
  });
}

async function readKeyFile(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = parseMasterKey(text.trim());
  if (key !== undefined) return key;
  throw new OperatorError({
    en: `${file} must hold ${A_MASTER_KEY}. Put the right file back; without it the keys that it wraps are lost.`,
    es: `${file} debe contener 32 bytes en base64. Recupere el archivo correcto; sin él se pierden las claves que envuelve.`,
  });
}

/**
 * Makes the key file. It gets its name only when it is complete: if two processes start together, one of them makes
 * the file and both read it.
 */
async function makeKeyFile(dataDir: string, randomBytes: RandomBytes): Promise<Uint8Array> {
  const file = path.join(dataDir, MASTER_KEY_FILE);
  const draft = `${file}.${Buffer.from(randomBytes(8)).toString('hex')}`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeSynced(draft, 'wx', `${Buffer.from(randomBytes(32)).toString('base64')}\n`);
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  await syncFolder(dataDir);
  const key = await readKeyFile(file);
  if (key === undefined) throw new Error(`${file} went away while it was being made`);
  return key;
}
