/** `sello log-key`: shows the keys that sign for the log, and replaces one key by another. */

import { openForCommand } from '../database/open-database.ts';
import { openMasterKeys } from '../database/open-master-keys.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import { silentLogger } from '../kernel/logger.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { masterIdIn } from '../kernel/wrapping/key-envelope.ts';
import { makeKeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import { addLogKey, type LogKeyPorts, listLogKeys, retireLogKey } from '../transparency/change-log-keys.ts';
import { keyIdOf, type LogKey } from '../transparency/log-keys.ts';
import { makeMerkleLogStore } from '../transparency/pg-log.ts';
import type { LogKeyAlgorithm } from '../transparency/ports.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import type { Terminal } from './shared/terminal.ts';
import { onlyArgument, refuseArguments, UsageError, unknownSubverb } from './shared/usage.ts';

const ALGORITHMS: readonly LogKeyAlgorithm[] = ['ed25519', 'ml-dsa-44'];

export async function logKeyCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  switch (verb) {
    case 'list':
      refuseArguments(args);
      return withLog(terminal, async (ports) => {
        for (const key of await listLogKeys(ports)) terminal.out(`${stateOf(key)}  ${key.vkey}`);
      });
    case 'add':
      return withLog(terminal, async (ports) => {
        const { vkey } = await addLogKey(ports, algorithmFrom(args));
        terminal.out(vkey);
        terminal.error(
          'Every checkpoint from now on is signed with this key too. Announce it, and retire the older key when everybody who pinned that one has the new one.',
        );
      });
    case 'retire': {
      const id = onlyArgument(args, 'The id of the key (its 8 digits)');
      return withLog(terminal, async (ports) => {
        const key = await retireLogKey(ports, id);
        terminal.out(
          `${keyIdOf(key)} no longer signs. Its earlier signatures stay valid: keep its verifier key published.`,
        );
      });
    }
    default:
      throw unknownSubverb('log-key', verb, ['list', 'add', 'retire']);
  }
}

function algorithmFrom([given = 'ed25519', ...more]: readonly string[]): LogKeyAlgorithm {
  refuseArguments(more);
  const algorithm = ALGORITHMS.find((one) => one === given);
  if (algorithm !== undefined) return algorithm;
  throw new UsageError(`sello log-key add needs one of: ${ALGORITHMS.join(', ')}; "${given}" is neither.`);
}

async function withLog(terminal: Terminal, work: (ports: LogKeyPorts) => Promise<void>): Promise<void> {
  const config = readOperatorConfig(terminal);
  const { now, randomBytes } = systemSurroundings(silentLogger);
  const onClose: OnClose = [];
  try {
    const { database } = await openForCommand(config, silentLogger, onClose);
    const merkleLog = makeMerkleLogStore(database);
    const needed = (await merkleLog.keys()).flatMap(({ signingKey }) => masterIdIn(signingKey) ?? []);
    const masters = await openMasterKeys(config, randomBytes, needed);
    const keyWrapping = makeKeyWrapping(masters, randomBytes, false);
    await work({ merkleLog, crypto: nodeCryptoEngine, keyWrapping, now });
  } finally {
    await closeAll(onClose);
  }
}

function stateOf({ retiredAt }: LogKey): string {
  return retiredAt === undefined
    ? 'signs                        '
    : `retired ${retiredAt.toISOString().slice(0, 19)}Z`;
}
