/** `sello witness`: cosigns checkpoints of other people's logs. It needs no database and no settings. */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { createWitnessServer } from '../transparency/witness-server/http-server.ts';
import { type KnownLogs, readKnownLogs } from '../transparency/witness-server/known-logs.ts';
import { openStateFolder } from '../transparency/witness-server/state-folder.ts';
import type { WitnessKey } from '../transparency/witness-server/witness-key.ts';
import { asListenError } from './shared/listen-error.ts';
import { openTerminalLogger, stopSignal } from './shared/long-running.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments, required, UsageError } from './shared/usage.ts';
import { listenAddress, makeKeyFile, readKeyFile, urlOf } from './shared/witness-files.ts';

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
  if (newName !== undefined)
    return terminal.out(await makeKeyFile({ folder, command: 'witness' }, newName, values.algorithm));
  if (values.algorithm !== undefined) throw new UsageError('--algorithm goes with --new-key.');
  const { host, port } = listenAddress(values.listen ?? DEFAULT_LISTEN);
  const logs = await readLogs(values.log ?? [], values.logs ?? []);
  const key = await readKeyFile({ folder, command: 'witness' });
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
      `The witness ${key.name} listens at ${urlOf(host, own)} for ${logs.size} ${logs.size === 1 ? 'log' : 'logs'}.\n${key.vkey}`,
    );
    await signal;
    server.closeIdleConnections();
    await once(server.close(), 'close');
  } finally {
    memory.close();
  }
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
