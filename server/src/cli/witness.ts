/** `sello witness`: cosigns checkpoints of other people's logs. It needs no database and no settings. */

import { once } from 'node:events';
import { access, mkdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { NoteScheme } from '@sello/proof';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import { writeWholeFile } from '../kernel/disk/write-whole-file.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { createWitnessServer } from '../transparency/witness-server/http-server.ts';
import { type KnownLogs, readKnownLogs } from '../transparency/witness-server/known-logs.ts';
import { openStateFolder } from '../transparency/witness-server/state-folder.ts';
import {
  makeWitnessKey,
  readWitnessKey,
  WITNESS_ALGORITHMS,
  type WitnessKey,
} from '../transparency/witness-server/witness-key.ts';
import { asListenError } from './shared/listen-error.ts';
import { openTerminalLogger, stopSignal } from './shared/long-running.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments, required, UsageError } from './shared/usage.ts';

const OPTIONS = {
  'new-key': { type: 'string' },
  algorithm: { type: 'string' },
  state: { type: 'string' },
  begin: { type: 'boolean' },
  listen: { type: 'string' },
  log: { type: 'string', multiple: true },
  logs: { type: 'string', multiple: true },
} as const;

const DEFAULT_LISTEN = '127.0.0.1:8100';

export async function witnessCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  refuseArguments(positionals);
  const folder = required(values.state, 'The folder of the witness (--state)');
  const newName = values['new-key'];
  if (newName !== undefined) return makeKey(folder, newName, algorithmFrom(values.algorithm), terminal);
  if (values.algorithm !== undefined) throw new UsageError('--algorithm goes with --new-key.');
  const { host, port } = addressFrom(values.listen ?? DEFAULT_LISTEN);
  const logs = await readLogs(values.log ?? [], values.logs ?? []);
  const key = await readKey(folder);
  await serve({ folder, host, port, mayBegin: values.begin === true }, key, logs, terminal);
}

async function serve(
  { folder, host, port, mayBegin }: { folder: string; host: string; port: number; mayBegin: boolean },
  key: WitnessKey,
  logs: KnownLogs,
  terminal: Terminal,
): Promise<void> {
  const memory = await openStateFolder(folder, { mayBegin });
  const surroundings = systemSurroundings(openTerminalLogger(terminal));
  const server = createWitnessServer({ ...surroundings, crypto: nodeCryptoEngine, memory }, key, logs);
  try {
    const signal = stopSignal();
    await once(server.listen(port, host), 'listening').catch((error) => {
      throw asListenError(error, port, '--listen');
    });
    const { port: own } = server.address() as AddressInfo;
    terminal.error(
      `The witness ${key.name} listens at http://${host.includes(':') ? `[${host}]` : host}:${own} for ${logs.size} ${logs.size === 1 ? 'log' : 'logs'}.\n${key.vkey}`,
    );
    await signal;
    server.closeIdleConnections();
    await once(server.close(), 'close');
  } finally {
    memory.close();
  }
}

function algorithmFrom(given = 'ed25519'): NoteScheme {
  const algorithm = WITNESS_ALGORITHMS.find((one) => one === given);
  if (algorithm !== undefined) return algorithm;
  throw new UsageError(`--algorithm must be one of ${WITNESS_ALGORITHMS.join(', ')}; it is "${given}".`);
}

async function makeKey(
  folder: string,
  name: string,
  algorithm: NoteScheme,
  terminal: Terminal,
): Promise<void> {
  const file = keyFile(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await isThere(file)) {
    throw new OperatorError({
      en: `${file} exists already. A witness keeps its key: logs and verifiers know it by it.`,
      es: `${file} ya existe. Un testigo conserva su llave: por ella lo conocen los registros públicos y verificadores.`,
    });
  }
  const { randomBytes } = systemSurroundings(openTerminalLogger(terminal));
  const { text, key } = await makeWitnessKey({ crypto: nodeCryptoEngine, randomBytes }, name, algorithm);
  // Making a key also makes the state folder, which records that nothing was cosigned yet.
  (await openStateFolder(folder, { mayBegin: true })).close();
  await writeWholeFile(file, text);
  terminal.out(key.vkey);
}

async function readKey(folder: string): Promise<WitnessKey> {
  const file = keyFile(folder);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new OperatorError({
      en: `There is no key in ${folder}. Make one: sello witness --new-key NAME --state ${folder}`,
      es: `No hay llave en ${folder}. Cree una: sello witness --new-key NOMBRE --state ${folder}`,
    });
  });
  const key = await readWitnessKey({ crypto: nodeCryptoEngine }, text);
  if (key !== undefined) return key;
  throw new OperatorError({
    en: `${file} is not the key of a witness as sello witness --new-key writes it. Put it back from a copy.`,
    es: `${file} no es la llave de un testigo como la escribe sello witness --new-key. Recupérela de una copia.`,
  });
}

async function readLogs(keys: readonly string[], files: readonly string[]): Promise<KnownLogs> {
  const texts = await Promise.all(
    files.map((file) =>
      readFile(file, 'utf8').catch((error: Error) => {
        throw new UsageError(`${file} cannot be read: ${error.message}.`);
      }),
    ),
  );
  const logs = await readKnownLogs({ crypto: nodeCryptoEngine }, [...keys, ...texts].join('\n'));
  if (logs.size === 0) throw new UsageError('Name at least one log: --log VKEY, or --logs FILE.');
  return logs;
}

function addressFrom(given: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(\[[0-9a-fA-F:.]+\]|[^:\s]+):(\d{1,5})$/.exec(given) ?? [];
  if (host === '' || Number(port) > 65_535)
    throw new UsageError(`--listen must be HOST:PORT, such as ${DEFAULT_LISTEN}; it is "${given}".`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
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
