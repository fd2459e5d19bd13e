/**
 * Cosignatures of witnesses (https://c2sp.org/tlog-cosignature, Ed25519): additional signature lines of a checkpoint.
 * Each says that, at its time, the witness had seen no larger checkpoint of the log and that the log had only grown.
 */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import {
  COSIGNATURE_TYPE,
  decodeKeyOfType,
  decodeNote,
  encodeKeyOfType,
  encodeNote,
  encodeSignatureLine,
  type NoteKey,
  type SignedNote,
  verifyEd25519,
} from './signed-note.ts';

export type Cosignature = {
  /** The name of the witness's key. */
  witness: string;
  /** When it was signed, by the witness's clock: seconds since 1970. */
  timeSeconds: number;
  /** The signature line, with its newline. */
  line: string;
};

/** A witness's verifier key, `<name>+<id>+<base64 of 04 and the key>`. */
export async function encodeWitnessKey(
  engine: CryptoEngine,
  name: string,
  publicKey: Uint8Array,
): Promise<string> {
  return await encodeKeyOfType(engine, COSIGNATURE_TYPE, name, publicKey);
}

export async function decodeWitnessKey(engine: CryptoEngine, vkey: string): Promise<NoteKey> {
  return await decodeKeyOfType(engine, COSIGNATURE_TYPE, vkey);
}

/** The line by which the witness of `vkey` cosigns the text of a checkpoint. */
export async function cosign(
  engine: CryptoEngine,
  text: string,
  vkey: string,
  timeSeconds: number,
  sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<string> {
  if (!Number.isSafeInteger(timeSeconds) || timeSeconds < 1)
    throw new ProofError('invalid_argument', 'a cosignature needs a time after 1970');
  const { name, id } = await decodeWitnessKey(engine, vkey);
  const signature = await sign(signedMessage(text, timeSeconds));
  if (signature.length !== SIGNATURE_BYTES)
    throw new ProofError('invalid_argument', 'an Ed25519 signature must have 64 bytes');
  return encodeSignatureLine({
    keyName: name,
    keyId: id,
    signature: concatBytes(encodeTime(timeSeconds), signature),
  });
}

/**
 * Returns the cosignatures of the given witnesses, at most one of each. Lines of other keys are ignored. An invalid
 * line that names a given witness makes the whole note count as forged.
 */
export async function verifyCosignatures(
  engine: CryptoEngine,
  { text, signatures }: SignedNote,
  witnesses: readonly NoteKey[],
): Promise<readonly Cosignature[] | 'forged'> {
  const found = new Map<string, Cosignature>();
  for (const line of signatures) {
    const key = witnesses.find(({ name, id }) => name === line.keyName && equalBytes(id, line.keyId));
    if (key === undefined) continue;
    const timeSeconds = readTime(line.signature);
    if (timeSeconds === undefined) return 'forged';
    const signature = line.signature.subarray(TIME_BYTES);
    if (!(await verifyEd25519(engine, key, signature, signedMessage(text, timeSeconds)))) return 'forged';
    const vkeyId = `${key.name}+${key.id.join('.')}`;
    if (!found.has(vkeyId))
      found.set(vkeyId, { witness: key.name, timeSeconds, line: encodeSignatureLine(line) });
  }
  return [...found.values()];
}

/** The note with these signature lines below its own; a line that is there already is not repeated. */
export function addSignatures(note: string, lines: readonly string[]): string {
  const { text, signatures } = decodeNote(note);
  const own = new Set(signatures.map(encodeSignatureLine));
  const more = lines.filter((line) => !own.has(line));
  const all = decodeNote(`${encodeNote({ text, signatures })}${more.join('')}`);
  // A line with a blank line in it would move the end of the signed text.
  if (all.text !== text) throw new ProofError('invalid_argument', 'these are not signature lines');
  return encodeNote(all);
}

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** The header prevents a cosignature from being taken for the log's own signature, and the reverse. */
function signedMessage(text: string, timeSeconds: number): Uint8Array {
  return encodeUtf8(`cosignature/v1\ntime ${timeSeconds}\n${text}`);
}

function encodeTime(timeSeconds: number): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(timeSeconds));
  return bytes;
}

/**
 * Returns undefined unless the bytes are a time and a signature of 64 bytes. A witness must state the time, so zero is
 * refused.
 */
function readTime(signature: Uint8Array): number | undefined {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const view = new DataView(signature.buffer, signature.byteOffset, TIME_BYTES);
  const timeSeconds = Number(view.getBigUint64(0));
  return Number.isSafeInteger(timeSeconds) && timeSeconds > 0 ? timeSeconds : undefined;
}
