/**
 * The common part of `sello witness` and `sello mirror`: the file of their key, and the address at which they listen.
 */

import { access, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { systemSurroundings } from '../../kernel/surroundings.ts';
import { openStateFolder } from '../../transparency/witness-server/state-folder.ts';
import {
  makeWitnessKey,
  readWitnessKey,
  WITNESS_ALGORITHMS,
  type WitnessKey,
} from '../../transparency/witness-server/witness-key.ts';
import { UsageError } from './usage.ts';

/** The state folder, and the command that uses it. */
type Whose = { folder: string; command: 'witness' | 'mirror' };

/** Makes the key, and returns its verifier key. */
export async function makeKeyFile({ folder }: Whose, name: string, algorithm = 'ed25519'): Promise<string> {
  const scheme = WITNESS_ALGORITHMS.find((one) => one === algorithm);
  if (scheme === undefined)
    throw new UsageError(
      `--algorithm must be one of ${WITNESS_ALGORITHMS.join(', ')}; it is "${algorithm}".`,
    );
  const file = keyFile(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await isThere(file)) {
    throw new OperatorError({
      en: `${file} exists already. A witness keeps its key: logs and verifiers know it by it.`,
      es: `${file} ya existe. Un testigo conserva su llave: por ella lo conocen los registros públicos y verificadores.`,
    });
  }
  const { randomBytes } = systemSurroundings(silentLogger);
  const { text, key } = await makeWitnessKey({ crypto: nodeCryptoEngine, randomBytes }, name, scheme);
  // Making a key also makes the state folder, which records that nothing was cosigned yet.
  (await openStateFolder(folder, { mayBegin: true })).close();
  await writeWholeFile(file, text);
  return key.vkey;
}

export async function readKeyFile({ folder, command }: Whose): Promise<WitnessKey> {
  const file = keyFile(folder);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new OperatorError({
      en: `There is no key in ${folder}. Make one: sello ${command} --new-key NAME --state ${folder}`,
      es: `No hay llave en ${folder}. Cree una: sello ${command} --new-key NOMBRE --state ${folder}`,
    });
  });
  const key = await readWitnessKey({ crypto: nodeCryptoEngine }, text);
  if (key !== undefined) return key;
  throw new OperatorError({
    en: `${file} is not the key of a witness as sello ${command} --new-key writes it. Put it back from a copy.`,
    es: `${file} no es la llave de un testigo como la escribe sello ${command} --new-key. Recupérela de una copia.`,
  });
}

export function listenAddress(given: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(\[[0-9a-fA-F:.]+\]|[^:\s]+):(\d{1,5})$/.exec(given) ?? [];
  if (host === '' || Number(port) > 65_535)
    throw new UsageError(`--listen must be HOST:PORT, such as 127.0.0.1:8100; it is "${given}".`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function keyFile(folder: string): string {
  return path.join(folder, 'key');
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
