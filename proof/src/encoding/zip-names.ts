/**
 * Reads the file names in ZIP archives that other programs packed. A name that two systems read differently, or two
 * names that one system takes for the same, would show people another file than the one that was checked.
 */

import { ProofError } from '../proof-error.ts';
import { parseUtf8 } from './bytes.ts';

export type NamedEntry = {
  nameBytes: Uint8Array;
  flags: number;
  /** The system to which the attributes belong, and the attributes. */
  system: number;
  attributes: number;
};

/** Throws a `ProofError` unless every name has one reading, and no two are alike. */
export function readNames(entries: readonly NamedEntry[]): string[] {
  const names = entries.map(readName);
  const known = new Set<string>();
  for (const name of names) {
    const folded = name.replace(/\/$/, '').normalize('NFC').toLowerCase().normalize('NFC');
    if (known.has(folded)) throw malformed(`it holds ${name} twice, or a name that differs only in its case`);
    known.add(folded);
  }
  return names;
}

const UTF8_NAMES = 0x0800;
const MAX_NAME_BYTES = 512;

function readName(entry: NamedEntry): string {
  const { nameBytes, flags } = entry;
  const name = parseUtf8(nameBytes);
  if (name === undefined || name === '' || nameBytes.length > MAX_NAME_BYTES)
    throw malformed('a name is empty, too long or not UTF-8');
  // Without the flag, other programs read the bytes in the code page of their system.
  if ((flags & UTF8_NAMES) === 0 && nameBytes.some((byte) => byte > 0x7f))
    throw malformed('a name is in an unknown character set');
  if (!isPlain(name)) throw malformed('a name leads out of the archive, or has characters that hide it');
  if (isLink(entry)) throw malformed(`${name} is a link`);
  return name;
}

/** Control characters, invisible characters, and those that change the direction of the text around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are refused.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

function isPlain(name: string): boolean {
  const segments = name.replace(/\/$/, '').split('/');
  return (
    !HIDDEN.test(name) &&
    !name.includes('\\') &&
    !/^[A-Za-z]:/.test(name) &&
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}

const UNIX = [3, 19];
const TYPE_OF_FILE = 0o170000;
const LINK = 0o120000;

/** A program that unpacks a symbolic link shows the file that it leads to. */
function isLink({ system, attributes }: NamedEntry): boolean {
  return UNIX.includes(system) && ((attributes >>> 16) & TYPE_OF_FILE) === LINK;
}

function malformed(why: string): ProofError {
  return new ProofError('zip_malformed', `this ZIP file is not read: ${why}`);
}
