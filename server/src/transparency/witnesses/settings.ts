/** Which witnesses cosign the checkpoints of the log, and how many cosignatures are required. */

import { createHash } from 'node:crypto';
import { list, optionalInteger } from '../../kernel/settings/kinds.ts';
import type { SettingsReader } from '../../kernel/settings/reader.ts';

export type NamedWitness = {
  /** The verifier key of the witness. */
  vkey: string;
  /** The address before `/add-checkpoint`. */
  url: string;
};

export type WitnessSettings = {
  witnesses: readonly NamedWitness[];
  /** How many cosignatures a checkpoint needs; zero if no witness is named. */
  witnessQuorum: number;
};

export const WITNESS_SETTINGS = {
  witnesses: list(
    'SELLO_WITNESSES',
    'Witnesses (C2SP tlog-witness) that cosign the checkpoints of the log, separated by commas, each written as verifier key, space, address; by default none',
    'up to 8 pairs of a verifier key (name+id+key) of a witness and an http:// or https:// address, separated by commas',
    parseWitness,
  ),
  witnessQuorum: optionalInteger(
    'SELLO_WITNESS_QUORUM',
    1,
    8,
    'Number of SELLO_WITNESSES whose cosignatures make a checkpoint witnessed; by default more than half of them',
  ),
};

export function readWitnessSettings({ take, problems }: SettingsReader): WitnessSettings {
  const witnesses = (take(WITNESS_SETTINGS.witnesses) ?? []).flatMap((pair) => readWitness(pair) ?? []);
  const quorum = take(WITNESS_SETTINGS.witnessQuorum);
  if (new Set(witnesses.map(({ vkey }) => vkey)).size < witnesses.length)
    problems.push('SELLO_WITNESSES names a key twice; a witness has one address');
  if (quorum !== undefined && quorum > witnesses.length)
    problems.push(`SELLO_WITNESS_QUORUM is ${quorum}, but SELLO_WITNESSES names ${witnesses.length}`);
  return { witnesses, witnessQuorum: quorum ?? majorityOf(witnesses.length) };
}

function majorityOf(count: number): number {
  return count === 0 ? 0 : Math.floor(count / 2) + 1;
}

/** Normalises a setting to `VKEY URL`, with one space and no slash at its end; undefined for anything else. */
function parseWitness(text: string): string | undefined {
  const [vkey = '', address = '', more] = text.split(/\s+/);
  const url = URL.parse(address);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  return isPlain && more === undefined && isWitnessKey(vkey)
    ? `${vkey} ${url.href.replace(/(?<!\/)\/+$/, '')}`
    : undefined;
}

/** Reads `VKEY URL`; undefined for anything else. */
export function readWitness(text: string): NamedWitness | undefined {
  const [vkey, url] = parseWitness(text)?.split(' ') ?? [];
  return vkey === undefined || url === undefined ? undefined : { vkey, url };
}

/** The lengths of keys by their type, which is their first byte: Ed25519 and ML-DSA-44. */
const KEY_BYTES = new Map([
  [0x04, 33],
  [0x06, 1313],
]);

/**
 * Whether the text is a witness's key. `decodeWitnessKey` checks the same later; here a mistyped key is reported
 * before the start.
 */
function isWitnessKey(vkey: string): boolean {
  const [, name = '', id = '', base64 = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(vkey) ?? [];
  const key = Buffer.from(base64, 'base64');
  if (key.length !== KEY_BYTES.get(key[0] ?? 0) || key.toString('base64') !== base64) return false;
  return createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8) === id;
}
