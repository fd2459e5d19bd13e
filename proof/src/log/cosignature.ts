/**
 * Cosignatures of witnesses (https://c2sp.org/tlog-cosignature): additional signature lines of a checkpoint. Each says
 * that, at its time, the witness had seen no larger checkpoint of the log and that the log had only grown.
 */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { decodeWitnessKey, type NoteKey, SIGNATURE_BYTES, verifyByKey } from './note-keys.ts';
import { decodeNote, encodeNote, encodeSignatureLine, type SignedNote } from './signed-note.ts';
import { encodeNumber, readTime, TIME_BYTES, treeHeadMessage } from './tree-head-message.ts';

export type Cosignature = {
  /** The name of the witness's key. */
  witness: string;
  /** When it was signed, by the witness's clock: seconds since 1970. */
  timeSeconds: number;
  /** The signature line, with its newline. */
  line: string;
};

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
  const key = await decodeWitnessKey(engine, vkey);
  const signature = await sign(signedMessage(key, text, timeSeconds));
  if (signature.length !== SIGNATURE_BYTES[key.scheme])
    throw new ProofError('invalid_argument', 'the signature does not have the length of its algorithm');
  return encodeSignatureLine({
    keyName: key.name,
    keyId: key.id,
    signature: concatBytes(encodeNumber(timeSeconds), signature),
  });
}

/**
 * Returns the cosignatures of the given witnesses, at most one of each. Lines of other keys are ignored. An invalid
 * line that names a given witness makes the whole note count as forged. With ML-DSA-44 a log and a witness sign the same
 * message, so a key that bears the name of the log is the log's own and cosigns nothing.
 */
export async function verifyCosignatures(
  engine: CryptoEngine,
  { text, signatures }: SignedNote,
  witnesses: readonly NoteKey[],
): Promise<readonly Cosignature[] | 'forged'> {
  const found = new Map<string, Cosignature>();
  const [origin] = text.split('\n', 1);
  for (const line of signatures) {
    const key = witnesses.find(({ name, id }) => name === line.keyName && equalBytes(id, line.keyId));
    if (key === undefined || (key.scheme === 'ml-dsa-44' && key.name === origin)) continue;
    const timeSeconds = readTime(line.signature);
    // A witness must state the time, so zero is refused.
    if (timeSeconds === undefined || timeSeconds === 0) return 'forged';
    const signature = line.signature.subarray(TIME_BYTES);
    if (!(await verifyByKey(engine, key, signature, signedMessage(key, text, timeSeconds)))) return 'forged';
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

/** The header prevents a cosignature from being taken for the log's own Ed25519 signature, and the reverse. */
function signedMessage({ name, scheme }: NoteKey, text: string, timeSeconds: number): Uint8Array {
  return scheme === 'ed25519'
    ? encodeUtf8(`cosignature/v1\ntime ${timeSeconds}\n${text}`)
    : treeHeadMessage(name, timeSeconds, text);
}
