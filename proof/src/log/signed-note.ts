/** C2SP signed notes (https://c2sp.org/signed-note): text and signatures that name their keys. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeBase64, encodeUtf8, equalBytes, parseBase64 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { decodeNoteKey, isKeyName, type NoteKey, SIGNATURE_BYTES, verifyByKey } from './note-keys.ts';
import { encodeNumber, readTime, TIME_BYTES, treeHeadMessage } from './tree-head-message.ts';

export type NoteSignature = { keyName: string; keyId: Uint8Array; signature: Uint8Array };

export type SignedNote = {
  /** The signed text; ends in a newline. */
  text: string;
  signatures: readonly NoteSignature[];
};

/** Does not verify signatures: the text must not be trusted before `verifyNote`. */
export function decodeNote(note: string): SignedNote {
  if (note.length > MAX_NOTE_LENGTH) throw malformed('the note is too long');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids exactly these.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw malformed('the note holds a control character');
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) throw malformed('the note has no signatures');
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw malformed(`the note has ${lines.length} signatures`);
  return { text: note.slice(0, split + 1), signatures: lines.map(readSignature) };
}

export function encodeNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(encodeSignatureLine).join('')}`;
}

export function encodeSignatureLine({ keyName, keyId, signature }: NoteSignature): string {
  return `— ${keyName} ${encodeBase64(concatBytes(keyId, signature))}\n`;
}

/** `sign` returns the signature by the key of `vkey`. */
export type NoteSigner = {
  vkey: string;
  sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
};

/** A line for each signer, in their order. */
export async function signNote(
  engine: CryptoEngine,
  text: string,
  signers: readonly NoteSigner[],
): Promise<string> {
  const signatures: NoteSignature[] = [];
  for (const { vkey, sign } of signers) {
    const key = await decodeNoteKey(engine, vkey);
    const signature = await sign(messageOf(key, text, NO_TIME));
    if (signature.length !== SIGNATURE_BYTES[key.scheme])
      throw new ProofError('invalid_argument', 'the signature does not have the length of its algorithm');
    signatures.push({ keyName: key.name, keyId: key.id, signature: withTime(key, signature) });
  }
  const note = encodeNote({ text, signatures });
  // Never sign a note that no reader would accept, such as a text with a blank line or a note without a signature.
  if (decodeNote(note).text !== text) throw new ProofError('invalid_argument', 'the text cannot be signed');
  return note;
}

/**
 * Returns those of the given keys that signed the note, each once. Signatures of other keys are ignored, even if they
 * have the same name. An invalid signature that names a given key makes the whole note count as forged.
 */
export async function verifyNote(
  engine: CryptoEngine,
  { text, signatures }: SignedNote,
  keys: readonly NoteKey[],
): Promise<readonly NoteKey[] | 'forged'> {
  const signers = new Set<NoteKey>();
  for (const { keyName, keyId, signature } of signatures) {
    const key = keys.find(({ name, id }) => name === keyName && equalBytes(id, keyId));
    if (key === undefined) continue;
    if (!(await isSignedBy(engine, key, signature, text))) return 'forged';
    signers.add(key);
  }
  return [...signers];
}

async function isSignedBy(
  engine: CryptoEngine,
  key: NoteKey,
  signature: Uint8Array,
  text: string,
): Promise<boolean> {
  if (key.scheme === 'ed25519') return await verifyByKey(engine, key, signature, encodeUtf8(text));
  const timeSeconds = readTime(signature);
  if (timeSeconds === undefined) return false;
  return await verifyByKey(engine, key, signature.subarray(TIME_BYTES), messageOf(key, text, timeSeconds));
}

/** What a log signs: with Ed25519 the text itself, with ML-DSA-44 what the text states. */
function messageOf({ scheme, name }: NoteKey, text: string, timeSeconds: number): Uint8Array {
  return scheme === 'ed25519' ? encodeUtf8(text) : treeHeadMessage(name, timeSeconds, text);
}

/** A log states no time: its clock is no evidence, and a second checkpoint may follow within the same second. */
const NO_TIME = 0;

function withTime({ scheme }: NoteKey, signature: Uint8Array): Uint8Array {
  return scheme === 'ed25519' ? signature : concatBytes(encodeNumber(NO_TIME), signature);
}

const MAX_NOTE_LENGTH = 64 * 1024;
/** The format requires readers to accept at least 16. */
const MAX_SIGNATURES = 32;

function readSignature(line: string): NoteSignature {
  const [, keyName = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = parseBase64(base64);
  if (bytes === undefined || bytes.length < 5 || !isKeyName(keyName)) {
    throw malformed('a line below the note is not a signature');
  }
  return { keyName, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

function malformed(message: string): ProofError {
  return new ProofError('checkpoint_malformed', message);
}
