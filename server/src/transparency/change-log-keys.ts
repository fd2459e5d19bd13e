/** Adds a key that signs for the log, and retires one: the two steps of a rollover. */

import { type CryptoEngine, decodeCheckpoint, decodeNoteKey, verifyNote } from '@sello/proof';
import type { Clock } from '../kernel/clock.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { KeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import {
  FIRST_KEY,
  keyIdOf,
  type LogKey,
  logKeyPlace,
  makeLogKeyRing,
  newSigningKey,
  ofAlgorithm,
  readLogKeys,
  signingNow,
} from './log-keys.ts';
import type { LogKeyAlgorithm, MerkleLogStore } from './ports.ts';

export type LogKeyPorts = {
  merkleLog: Pick<MerkleLogStore, 'origin' | 'keys' | 'addKey' | 'retireKey' | 'latestCheckpoint'>;
  crypto: CryptoEngine;
  keyWrapping: KeyWrapping;
  now: Clock;
};

/**
 * The most keys of an algorithm that sign at the same time: the outgoing key and its successor. A third would only make
 * every proof longer.
 */
const MOST_SIGNING = 2;

export async function listLogKeys(ports: LogKeyPorts): Promise<readonly LogKey[]> {
  return readLogKeys(ports, makeLogKeyRing(ports, await originOf(ports)));
}

/**
 * Adds a key. From now on every checkpoint is signed with it too, whichever process writes the checkpoint. No process
 * needs a restart.
 */
export async function addLogKey(ports: LogKeyPorts, algorithm: LogKeyAlgorithm = 'ed25519'): Promise<LogKey> {
  const origin = await originOf(ports);
  const keys = ofAlgorithm(await listLogKeys(ports), algorithm);
  if (signingNow(keys).length >= MOST_SIGNING) throw tooMany(signingNow(keys));
  const name = { algorithm, number: Math.max(FIRST_KEY - 1, ...keys.map((key) => key.number)) + 1 };
  const wrapped = ports.keyWrapping.wrap(logKeyPlace(origin, name), newSigningKey(algorithm));
  await ports.merkleLog.addKey(name, wrapped, ports.now());
  const added = ofAlgorithm(await listLogKeys(ports), algorithm).find((key) => key.number === name.number);
  if (added === undefined) throw new Error(`The ${algorithm} key ${name.number} was stored and is not there`);
  return added;
}

/** Retires a key. `id` is the 8 digits in its verifier key. */
export async function retireLogKey(ports: LogKeyPorts, id: string): Promise<LogKey> {
  const keys = await listLogKeys(ports);
  const key = keys.find((one) => keyIdOf(one) === id);
  if (key === undefined) throw unknownKey(id, keys);
  if (key.retiredAt !== undefined) return key;
  const others = ofAlgorithm(signingNow(keys), key.algorithm).filter((one) => one !== key);
  // Ed25519 is what every reader knows, so a log always signs with it (C2SP tlog-tiles). It may stop signing with
  // ML-DSA-44.
  if (others.length === 0 && key.algorithm === 'ed25519') throw onlyKey(id);
  if (others.length > 0 && !(await hasSigned(ports, others))) throw notSignedYet();
  const retiredAt = ports.now();
  await ports.merkleLog.retireKey(key, retiredAt);
  return { ...key, retiredAt };
}

/**
 * Whether the keys that stay have signed the newest checkpoint, so that it can be checked without the key that is
 * retired. True for an empty log, which has nothing to check.
 */
async function hasSigned({ merkleLog, crypto }: LogKeyPorts, keys: readonly LogKey[]): Promise<boolean> {
  const newest = await merkleLog.latestCheckpoint();
  if (newest === undefined) return true;
  const known = await Promise.all(keys.map(async ({ vkey }) => await decodeNoteKey(crypto, vkey)));
  const signers = await verifyNote(crypto, decodeCheckpoint(newest.note).note, known);
  return signers !== 'forged' && signers.length > 0;
}

async function originOf({ merkleLog }: LogKeyPorts): Promise<string> {
  const origin = await merkleLog.origin();
  if (origin !== undefined) return origin;
  throw new OperatorError({
    en: 'There is no log yet: a server makes it, with its first key, when it first starts.',
    es: 'Aún no hay registro público: un servidor lo crea, con su primera clave, al arrancar por primera vez.',
  });
}

function tooMany(keys: readonly LogKey[]): OperatorError {
  const ids = keys.map(keyIdOf).join(', ');
  return new OperatorError({
    en: `Two keys of this algorithm sign already (${ids}). Retire one of them first: sello log-key retire ID.`,
    es: `Ya firman dos claves de este algoritmo (${ids}). Retire antes una de ellas: sello log-key retire ID.`,
  });
}

function unknownKey(id: string, keys: readonly LogKey[]): OperatorError {
  const ids = keys.map(keyIdOf).join(', ');
  return new OperatorError({
    en: `The log has no key "${id}". Its keys are ${ids}.`,
    es: `El registro público no tiene ninguna clave "${id}". Sus claves son ${ids}.`,
  });
}

function onlyKey(id: string): OperatorError {
  return new OperatorError({
    en: `${id} is the only Ed25519 key that signs. Add the next one first: sello log-key add.`,
    es: `${id} es la única clave Ed25519 que firma. Agregue antes la siguiente: sello log-key add.`,
  });
}

function notSignedYet(): OperatorError {
  return new OperatorError({
    en: 'The newest checkpoint is not signed by the key that would stay. Wait for the next certificate, and give people time to take the new key.',
    es: 'El punto de control más reciente no está firmado por la clave que quedaría. Espere al próximo certificado, y dé tiempo a que todos tomen la clave nueva.',
  });
}
