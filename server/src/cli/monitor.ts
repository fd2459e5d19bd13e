/**
 * `sello monitor`: watches a published log, and raises an alarm when its past changes. Needs no server of ours and no
 * settings.
 */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  decodeNoteKey,
  decodeProofXml,
  decodeWitnessKey,
  encodeHex,
  ProofError,
  parseHex,
  readBundle,
} from '@sello/proof';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import { writeWholeFile } from '../kernel/disk/write-whole-file.ts';
import type { EntriesSeen } from '../transparency/monitor/follow-entries.ts';
import type { OwnLeaf, WatchRules } from '../transparency/monitor/follow-log.ts';
import { type HoldRules, lookWithWitnesses } from '../transparency/monitor/hold-to-witnesses.ts';
import { LogBreach } from '../transparency/monitor/log-breach.ts';
import { type LogClient, LogUnreadable, openLogClient } from '../transparency/monitor/log-client.ts';
import { type MonitorState, readState, writeState } from '../transparency/monitor/monitor-state.ts';
import { type NamedWitness, readWitness } from '../transparency/witnesses/settings.ts';
import { openWitnesses } from '../transparency/witnesses/witness-client.ts';
import type { Terminal } from './shared/terminal.ts';
import { CommandFailed, readArguments, required, UsageError, wholeNumber } from './shared/usage.ts';

const OPTIONS = {
  state: { type: 'string' },
  key: { type: 'string', multiple: true },
  leaf: { type: 'string', multiple: true },
  own: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  quorum: { type: 'string' },
  lag: { type: 'string' },
  every: { type: 'string' },
  once: { type: 'boolean' },
} as const;

const DEFAULT_STATE = 'sello-monitor.json';
const DEFAULT_EVERY_SECONDS = '60';
const DEFAULT_LAG_SECONDS = '60';
/** The exit status for a broken promise. It differs from 1, which also means that the log could not be read. */
const BREACH_STATUS = 3;

type Watch = { url: string; stateFile: string; rules: HoldRules };

export async function monitorCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [given, more] = positionals;
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  if (values.once === true && values.every !== undefined)
    throw new UsageError('Give --once or --every, not both.');
  const everySeconds = wholeNumber(values.every ?? DEFAULT_EVERY_SECONDS, '--every');
  const url = prefixFrom(required(given, 'The address of the log'));
  const stateFile = values.state ?? DEFAULT_STATE;
  const lagMs = 1000 * wholeNumber(values.lag ?? DEFAULT_LAG_SECONDS, '--lag');
  const log = openLogClient(url);
  const named = (values.witness ?? []).map(witnessFrom);
  const witnesses = openWitnesses({ witnesses: named.flatMap(({ asked }) => asked ?? []) });
  try {
    const known = await readKnown(url, stateFile);
    const keys = await keysFor(log, values.key, known, terminal);
    const watch: Watch = {
      url,
      stateFile,
      rules: {
        ...(await rulesFrom({ ...values, witness: named.map(({ vkey }) => vkey) }, keys)),
        asked: witnesses.all,
        lagMs,
      },
    };
    if (values.once === true) return await lookOnce(log, watch, terminal);
    for (;;) {
      await lookOnce(log, watch, terminal).catch((error) => goOn(error, terminal));
      await sleep(everySeconds * 1000);
    }
  } catch (error) {
    throw error instanceof LogUnreadable ? new CommandFailed(error.message, 1) : error;
  } finally {
    await log.close();
    await witnesses.close();
  }
}

/**
 * Reads a witness: its key, and optionally its address. The log must show cosignatures by the key; with an address, the
 * witness itself is asked too.
 */
function witnessFrom(given: string): { vkey: string; asked: NamedWitness | undefined } {
  const [vkey = '', address] = given.trim().split(/\s+/);
  const asked = readWitness(given.trim());
  if (address !== undefined && asked === undefined)
    throw new UsageError(
      `--witness must be the verifier key of a witness, or in quotes the key, a space and its address; it is "${given}".`,
    );
  return { vkey, asked };
}

/** If the log cannot be read, it is tried again later. A log that broke a promise ends the command. */
function goOn(error: unknown, terminal: Terminal): void {
  if (!(error instanceof LogUnreadable)) throw error;
  terminal.error(`${new Date().toISOString()}  ${error.message}`);
}

async function lookOnce(log: LogClient, { url, stateFile, rules }: Watch, terminal: Terminal): Promise<void> {
  const state = await readState(stateFile);
  const seenAt = new Date().toISOString();
  try {
    const wait = (ms: number) => sleep(ms);
    const ports = { log, crypto: nodeCryptoEngine, now: () => new Date(), wait };
    const { note, checkpoint, entries } = await lookWithWitnesses(ports, rules, state?.checkpoint);
    await writeState(stateFile, { url, keys: rules.keys, checkpoint: note, seenAt });
    const own = rules.leaves.length === 0 ? '' : `, ${rules.leaves.length} of your leaves in place`;
    terminal.out(
      `${seenAt}  OK  ${checkpoint.origin}: ${checkpoint.size} leaves, root ${encodeHex(checkpoint.root).slice(0, 16)}…${own}${toldEntries(entries)}`,
    );
  } catch (error) {
    if (!(error instanceof LogBreach)) throw error;
    throw new CommandFailed(await shout(error, state, stateFile, rules.keys, seenAt), BREACH_STATUS);
  }
}

function toldEntries({ hashed, withheld }: EntriesSeen): string {
  return [
    ...(hashed === 0 ? [] : [`, ${hashed} published entries hashed`]),
    ...(withheld === 0 ? [] : [`, ${withheld} entries not published`]),
  ].join('');
}

/** The state is kept at the last good checkpoint, so that every later check reports the same breach. */
async function shout(
  { code, message, notes }: LogBreach,
  state: MonitorState | undefined,
  stateFile: string,
  keys: readonly string[],
  seenAt: string,
): Promise<string> {
  const file = `${stateFile}.${code}-${seenAt.replaceAll(':', '')}.txt`;
  const titles =
    notes.length === 1 ? ['shown now'] : [`seen until ${state?.seenAt ?? 'now'}`, `shown at ${seenAt}`];
  const parts = notes.map((note, i) => `=== checkpoint ${titles[i]}\n${note}`);
  await writeWholeFile(
    file,
    [
      `${message}\n${code}, ${seenAt}\n${keys.map((key) => `key of the log: ${key}\n`).join('')}`,
      ...parts,
    ].join('\n'),
  );
  return `THE LOG BROKE A PROMISE (${code}): ${message}\nThe signed checkpoints are in ${file}: keep this evidence and show it to others.`;
}

function prefixFrom(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(`The log's address must begin with http:// or https://; it is "${given}".`);
  return url.href.replace(/\/(checkpoint)?\/*$/, '');
}

async function readKnown(url: string, stateFile: string): Promise<MonitorState | undefined> {
  const state = await readState(stateFile);
  if (state !== undefined && state.url !== url)
    throw new UsageError(`${stateFile} is of another log, ${state.url}. Give each log its own --state.`);
  return state;
}

/**
 * The keys of the log: those that were given, otherwise those remembered, otherwise those that the log itself shows on
 * the first run, which is then reported. New keys are accepted only together with one that was already trusted.
 * Otherwise, a mistyped key could make the monitor forget the log that it watched.
 */
async function keysFor(
  log: LogClient,
  given: readonly string[] | undefined,
  known: MonitorState | undefined,
  terminal: Terminal,
): Promise<readonly string[]> {
  const typed = given?.flatMap(linesOf);
  if (typed !== undefined && known !== undefined && !typed.some((key) => known.keys.includes(key)))
    throw new UsageError(
      `The log was watched with another key until now: ${known.keys.join(' ')}. If a new key takes over from it, give both.`,
    );
  const remembered = typed ?? known?.keys;
  if (remembered !== undefined) return checkedKeys(remembered, '--key');
  const shown = await log.key();
  if (shown === undefined) throw new UsageError('This log does not show its key: give it with --key.');
  const keys = await checkedKeys(linesOf(shown), 'The key that the log shows');
  terminal.error(
    `Using the key that the log shows itself; compare it with one from elsewhere: ${keys.join(' ')}`,
  );
  return keys;
}

/** Splits keys into lines; `/log/key` shows one key on each line. */
function linesOf(text: string): string[] {
  return text.split(/\s+/).filter((line) => line !== '');
}

async function checkedKeys(vkeys: readonly string[], what: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const vkey of vkeys) {
    const key = await decodeNoteKey(nodeCryptoEngine, vkey).catch((error) => {
      throw error instanceof ProofError ? new UsageError(`${what} cannot be used: ${error.message}.`) : error;
    });
    names.add(key.name);
  }
  if (names.size !== 1) throw new UsageError(`${what} cannot be used: give the keys of one log.`);
  return vkeys;
}

async function rulesFrom(
  values: { leaf?: string[]; own?: string[]; witness?: string[]; quorum?: string },
  keys: readonly string[],
): Promise<WatchRules> {
  const witnesses = values.witness ?? [];
  for (const vkey of witnesses) {
    await decodeWitnessKey(nodeCryptoEngine, vkey).catch((error) => {
      throw error instanceof ProofError
        ? new UsageError(`--witness cannot be used: ${error.message}.`)
        : error;
    });
  }
  const quorum = values.quorum === undefined ? witnesses.length : wholeNumber(values.quorum, '--quorum');
  if (quorum > witnesses.length)
    throw new UsageError(`--quorum is ${quorum}, but --witness is given ${witnesses.length} times.`);
  const own = await Promise.all((values.own ?? []).map((file) => leafOfProof(file, keys)));
  return { keys, leaves: [...own, ...(values.leaf ?? []).map(leafFrom)], witnesses, quorum };
}

function leafFrom(given: string): OwnLeaf {
  const [, index = '', hex = ''] = /^(\d{1,15}):([0-9a-fA-F]{64})$/.exec(given) ?? [];
  const hash = parseHex(hex.toLowerCase());
  if (hash?.length !== 32)
    throw new UsageError(`--leaf must be INDEX:HASH, with the leaf's hash in hexadecimal; it is "${given}".`);
  return { index: Number(index), hash, name: 'Your leaf' };
}

/** Reads a leaf from a blockchain proof (XML), or from an evidence bundle that has one. */
async function leafOfProof(file: string, keys: readonly string[]): Promise<OwnLeaf> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file}: ${error.message}`);
  });
  try {
    const xml = bytes.subarray(0, 2).toString('latin1') === 'PK' ? readBundle(bytes).xml : bytes;
    if (xml === undefined) throw new UsageError(`${file} has no blockchain proof yet.`);
    const { leaf, checkpoint, certificate } = decodeProofXml(xml);
    if (!keys.some((key) => key.startsWith(`${certificate.issuer}+`)))
      throw new UsageError(`${file} is a proof of another log, ${certificate.issuer}.`);
    return { index: checkpoint.path.leafIndex, hash: leaf.hash, name: `${certificate.id} (${file})` };
  } catch (error) {
    if (error instanceof ProofError) throw new UsageError(`${file} is no proof: ${error.message}.`);
    throw error;
  }
}
