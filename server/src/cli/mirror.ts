/**
 * `sello mirror`: keeps a verified copy of a published log, and serves it to everybody. It needs no database and no
 * settings, and mirrors any log of C2SP tlog-tiles.
 */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeNoteKey, ProofError } from '@sello/proof';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import { writeWholeFile } from '../kernel/disk/write-whole-file.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { copyLog, type MirrorPorts, type MirrorRules } from '../transparency/mirror/copy-log.ts';
import { createMirrorServer } from '../transparency/mirror/http-server.ts';
import { openMirrorFiles } from '../transparency/mirror/mirror-files.ts';
import { LogBreach } from '../transparency/monitor/log-breach.ts';
import { LogUnreadable, openLogClient } from '../transparency/monitor/log-client.ts';
import { openStateFolder, originHash } from '../transparency/witness-server/state-folder.ts';
import { asListenError } from './shared/listen-error.ts';
import { openTerminalLogger, stopSignal } from './shared/long-running.ts';
import type { Terminal } from './shared/terminal.ts';
import {
  CommandFailed,
  readArguments,
  refuseArguments,
  required,
  UsageError,
  wholeNumber,
} from './shared/usage.ts';
import { listenAddress, makeKeyFile, readKeyFile, urlOf } from './shared/witness-files.ts';

const OPTIONS = {
  'new-key': { type: 'string' },
  algorithm: { type: 'string' },
  state: { type: 'string' },
  key: { type: 'string', multiple: true },
  begin: { type: 'boolean' },
  listen: { type: 'string' },
  every: { type: 'string' },
  once: { type: 'boolean' },
} as const;

const DEFAULT_LISTEN = '127.0.0.1:8110';
const DEFAULT_EVERY_SECONDS = '60';
/** The exit status for a broken promise of the log, the same as that of `sello monitor`. */
const BREACH_STATUS = 3;

export async function mirrorCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const folder = required(values.state, 'The folder of the mirror (--state)');
  const newName = values['new-key'];
  if (newName !== undefined) {
    refuseArguments(positionals);
    return terminal.out(await makeKeyFile({ folder, command: 'mirror' }, newName, values.algorithm));
  }
  if (values.once === true && (values.every ?? values.listen) !== undefined)
    throw new UsageError('--once copies and ends: it goes with neither --every nor --listen.');
  const [url, ...more] = positionals;
  refuseArguments(more);
  const log = openLogClient(prefixFrom(required(url, 'The address of the log')));
  const { host, port } = listenAddress(values.listen ?? DEFAULT_LISTEN);
  const everyMs = 1000 * wholeNumber(values.every ?? DEFAULT_EVERY_SECONDS, '--every');
  const signer = await readKeyFile({ folder, command: 'mirror' });
  const rules = { ...(await keysFrom(values.key ?? [])), signer };
  const memory = await openStateFolder(folder, { mayBegin: values.begin === true });
  const files = openMirrorFiles(path.join(folder, originHash(rules.origin)));
  const surroundings = systemSurroundings(openTerminalLogger(terminal));
  const ports = { ...surroundings, log, files, memory, crypto: nodeCryptoEngine };
  try {
    if (values.once === true) await copyOnce(ports, rules, folder, terminal);
    else await serve(ports, rules, { folder, host, port, everyMs }, terminal);
  } finally {
    await log.close();
    memory.close();
  }
}

type Ports = MirrorPorts & Parameters<typeof createMirrorServer>[0];
type Place = { folder: string; host: string; port: number; everyMs: number };

/** Serves the existing copy from the start, even while the log cannot be reached or has broken a promise. */
async function serve(ports: Ports, rules: MirrorRules, place: Place, terminal: Terminal): Promise<void> {
  const { host, port } = place;
  const server = createMirrorServer(ports, rules.signer, rules.origin);
  const stopped = stopSignal();
  await once(server.listen(port, host), 'listening').catch((error) => {
    throw asListenError(error, port, '--listen');
  });
  const { port: own } = server.address() as AddressInfo;
  terminal.error(
    `The mirror ${rules.signer.name} of ${rules.origin} listens at ${urlOf(host, own)}/${originHash(rules.origin)}\n${rules.signer.vkey}`,
  );
  const stop = new AbortController();
  const following = follow(ports, rules, place, terminal, stop.signal);
  await Promise.race([stopped, following]);
  stop.abort();
  await following;
  server.closeIdleConnections();
  await once(server.close(), 'close');
}

async function follow(
  ports: Ports,
  rules: MirrorRules,
  { folder, everyMs }: Place,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      terminal.out(told(ports, rules, await copyLog(ports, rules)));
    } catch (error) {
      if (error instanceof LogBreach) terminal.error(await keepEvidence(ports, folder, error));
      else if (error instanceof LogUnreadable)
        terminal.error(`${ports.now().toISOString()}  ${error.message}`);
      else throw error;
    }
    await sleep(everyMs, undefined, { signal: stop }).catch(() => {});
  }
}

async function copyOnce(ports: Ports, rules: MirrorRules, folder: string, terminal: Terminal): Promise<void> {
  try {
    terminal.out(told(ports, rules, await copyLog(ports, rules)));
  } catch (error) {
    if (error instanceof LogUnreadable) throw new CommandFailed(error.message, 1);
    if (!(error instanceof LogBreach)) throw error;
    throw new CommandFailed(await keepEvidence(ports, folder, error), BREACH_STATUS);
  }
}

function told({ now }: Ports, { origin }: MirrorRules, copied: Awaited<ReturnType<typeof copyLog>>): string {
  const { size, tiles, entries, withheld } = copied;
  return `${now().toISOString()}  OK  ${origin}: ${size} leaves, ${tiles} tiles and ${entries} entries copied${withheld === 0 ? '' : `, ${withheld} entries not published`}`;
}

/** The copy stays at its last good checkpoint, so that every later look reports the same breach. */
async function keepEvidence({ now }: Ports, folder: string, breach: LogBreach): Promise<string> {
  const { code, message, notes } = breach;
  const file = path.join(folder, `breach-${code}.txt`);
  const parts = notes.map((note, i) => `=== checkpoint ${i + 1} of ${notes.length}\n${note}`);
  await writeWholeFile(file, [`${message}\n${code}, ${now().toISOString()}\n`, ...parts].join('\n'));
  return `THE LOG BROKE A PROMISE (${code}): ${message}\nThe signed checkpoints are in ${file}: keep this evidence and show it to others. The copy stays as it was.`;
}

async function keysFrom(given: readonly string[]): Promise<Pick<MirrorRules, 'keys' | 'origin'>> {
  const keys = given.flatMap((text) => text.split(/\s+/).filter((line) => line !== ''));
  const names = new Set<string>();
  for (const vkey of keys) {
    const key = await decodeNoteKey(nodeCryptoEngine, vkey).catch((error) => {
      throw error instanceof ProofError ? new UsageError(`--key cannot be used: ${error.message}.`) : error;
    });
    names.add(key.name);
  }
  const [origin, ...others] = names;
  if (origin === undefined)
    throw new UsageError('Give the verifier key of the log, from elsewhere than the log: --key VKEY.');
  if (others.length > 0) throw new UsageError('All keys (--key) must bear the name of one log.');
  return { keys, origin };
}

function prefixFrom(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(`The log's address must begin with http:// or https://; it is "${given}".`);
  return url.href.replace(/\/(checkpoint)?\/*$/, '');
}
