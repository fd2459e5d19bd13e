/** C2SP signed notes with Ed25519 (https://c2sp.org/signed-note): text and signatures that name their keys. */

import { type CryptoEngine, verifySignature } from '../crypto/crypto-engine.ts';
import {
  concatBytes,
  encodeBase64,
  encodeHex,
  encodeUtf8,
  equalBytes,
  parseBase64,
  parseHex,
} from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

export type NoteSignature = { keyName: string; keyId: Uint8Array; signature: Uint8Array };

export type SignedNote = {
  /** The signed text; ends in a newline. */
  text: string;
  signatures: readonly NoteSignature[];
};

export type NoteKey = { name: string; id: Uint8Array; publicKey: Uint8Array };

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

/** `sign` returns the 64-byte Ed25519 signature by the key of `vkey`. */
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
    const signature = await sign(encodeUtf8(text));
    if (signature.length !== 64)
      throw new ProofError('invalid_argument', 'an Ed25519 signature must have 64 bytes');
    signatures.push({ keyName: key.name, keyId: key.id, signature });
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
    if (!(await verifyEd25519(engine, key, signature, encodeUtf8(text)))) return 'forged';
    signers.add(key);
  }
  return [...signers];
}

/** Names the keys for messages, such as `the key 8c20f99a`. */
export function nameKeys(keys: readonly NoteKey[]): string {
  const ids = keys.map(({ id }) => encodeHex(id));
  return `the ${ids.length === 1 ? 'key' : 'keys'} ${ids.join(', ')}`;
}

export async function verifyEd25519(
  engine: CryptoEngine,
  { publicKey }: NoteKey,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const spkiDer = concatBytes(ED25519_SPKI_PREFIX, publicKey);
  return await verifySignature(engine, { scheme: 'ed25519', spkiDer, signature, data });
}

/** `<name>+<key id in hex>+<base64 of type and key>`, the form in which a log publishes its key. */
export async function encodeNoteKey(
  engine: CryptoEngine,
  name: string,
  publicKey: Uint8Array,
): Promise<string> {
  return await encodeKeyOfType(engine, ED25519_TYPE, name, publicKey);
}

export async function decodeNoteKey(engine: CryptoEngine, vkey: string): Promise<NoteKey> {
  return await decodeKeyOfType(engine, ED25519_TYPE, vkey);
}

export async function encodeKeyOfType(
  engine: CryptoEngine,
  type: number,
  name: string,
  publicKey: Uint8Array,
): Promise<string> {
  if (publicKey.length !== 32 || !isKeyName(name)) {
    throw new ProofError(
      'invalid_argument',
      'a key must have 32 bytes and a name without spaces and plus signs',
    );
  }
  const keyData = concatBytes(Uint8Array.of(type), publicKey);
  return `${name}+${encodeHex(await keyIdOf(engine, name, keyData))}+${encodeBase64(keyData)}`;
}

/** The type is part of the key, so a witness's key is never accepted as a log's key. */
export async function decodeKeyOfType(engine: CryptoEngine, type: number, vkey: string): Promise<NoteKey> {
  const [name = '', hexId = '', ...rest] = vkey.split('+');
  const id = /^[0-9a-f]{8}$/.test(hexId) ? parseHex(hexId) : undefined;
  // Base64 may itself contain plus signs.
  const keyData = parseBase64(rest.join('+'));
  if (id === undefined || keyData?.length !== 33 || !isKeyName(name))
    throw malformed('this is not a verifier key');
  if (keyData[0] !== type) {
    const expected = type === ED25519_TYPE ? 'of a log (Ed25519)' : 'of a witness (Ed25519 cosignatures)';
    throw malformed(`this verifier key is not one ${expected}`);
  }
  // With a wrong identifier, one key could pass for another.
  if (!equalBytes(await keyIdOf(engine, name, keyData), id)) {
    throw malformed('the identifier in the verifier key is not that of the key');
  }
  return { name, id, publicKey: keyData.subarray(1) };
}

const MAX_NOTE_LENGTH = 64 * 1024;
/** The format requires readers to accept at least 16. */
const MAX_SIGNATURES = 32;
const ED25519_TYPE = 0x01;
/** Timestamped cosignatures of checkpoints. */
export const COSIGNATURE_TYPE = 0x04;
/** SubjectPublicKeyInfo of an Ed25519 key up to its 32 bytes (RFC 8410 §4). */
const ED25519_SPKI_PREFIX = Uint8Array.of(0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0);

function readSignature(line: string): NoteSignature {
  const [, keyName = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = parseBase64(base64);
  if (bytes === undefined || bytes.length < 5 || !isKeyName(keyName)) {
    throw malformed('a line below the note is not a signature');
  }
  return { keyName, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

async function keyIdOf(engine: CryptoEngine, name: string, keyData: Uint8Array): Promise<Uint8Array> {
  return (await engine.digest('SHA-256', concatBytes(encodeUtf8(`${name}\n`), keyData))).subarray(0, 4);
}

/**
 * No character that counts as a space anywhere: JavaScript does not count U+0085, and other languages do not count
 * U+FEFF.
 */
function isKeyName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note forbids exactly these.
  return /^[^\s\u0085+\u0000-\u001f]+$/u.test(name);
}

function malformed(message: string): ProofError {
  return new ProofError('checkpoint_malformed', message);
}
