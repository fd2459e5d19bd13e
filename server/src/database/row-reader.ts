/**
 * Typed access to the columns of a row. A missing or mistyped column is an error that names the column and the type
 * found, never the value, which may be personal data.
 */

import type { IsoTime } from '../kernel/clock.ts';
import type { LongDigestHex } from '../kernel/file-digest.ts';
import type { IdByPrefix } from '../kernel/ids.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { Row } from './pool.ts';

// These are plain functions that allocate nothing, because whole pages of certificates are read through them, thirty
// columns per row.

/** The first row of a statement that always returns one. */
export function firstRow(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always returns a row returned none');
  return row;
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw mismatch(column, 'text', value);
}

export function optionalText(row: Row, column: string): string | undefined {
  const value = row[column];
  if (typeof value === 'string') return value;
  if (value === null) return undefined;
  throw mismatch(column, 'text or null', value);
}

export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw mismatch(column, 'a number', value);
}

export function optionalNumber(row: Row, column: string): number | undefined {
  const value = row[column];
  if (typeof value === 'number') return value;
  if (value === null) return undefined;
  throw mismatch(column, 'a number or null', value);
}

/** A `numeric` without a fraction. It has no upper limit, so the database sends it as digits. */
export function bigint(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  throw mismatch(column, 'digits', value);
}

export function boolean(row: Row, column: string): boolean {
  const value = row[column];
  if (typeof value === 'boolean') return value;
  throw mismatch(column, 'true or false', value);
}

export function date(row: Row, column: string): Date {
  const value = row[column];
  if (value instanceof Date) return value;
  throw mismatch(column, 'a date', value);
}

export function optionalDate(row: Row, column: string): Date | undefined {
  const value = row[column];
  if (value instanceof Date) return value;
  if (value === null) return undefined;
  throw mismatch(column, 'a date or null', value);
}

/** Reads a time that was selected with `timeOnWire`: `2026-03-01 12:00:00.5`, without zeros at the end. */
export function wireTime(row: Row, column: string): IsoTime {
  const value = row[column];
  if (typeof value !== 'string' || value[SECONDS_AT] !== ':') throw mismatch(column, 'a time', value);
  const fraction = value.length > WHOLE_SECONDS ? value.slice(WHOLE_SECONDS + 1, WHOLE_SECONDS + 4) : '';
  return `${value.slice(0, 10)}T${value.slice(11, WHOLE_SECONDS)}.${fraction.padEnd(3, '0')}Z` as IsoTime;
}

const SECONDS_AT = '2026-03-01 12:00'.length;
const WHOLE_SECONDS = '2026-03-01 12:00:00'.length;

export function optionalWireTime(row: Row, column: string): IsoTime | undefined {
  return row[column] === null ? undefined : wireTime(row, column);
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw mismatch(column, 'bytes', value);
}

export function optionalBytes(row: Row, column: string): Uint8Array | undefined {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  if (value === null) return undefined;
  throw mismatch(column, 'bytes or null', value);
}

/** Reads a SHA-256 that is stored as bytes, and returns it as hexadecimal characters. */
export function sha256Hex(row: Row, column: string): Sha256Hex {
  const value = row[column];
  // 32 bytes make the 64 lower-case characters that the type requires.
  if (Buffer.isBuffer(value) && value.length === 32) return value.toString('hex') as Sha256Hex;
  throw mismatch(column, '32 bytes', value);
}

/** Reads a digest of 32 bytes that was selected with `hexOnWire`. */
export function digestHex(row: Row, column: string): Sha256Hex {
  const value = row[column];
  if (typeof value === 'string' && value.length === 64) return value as Sha256Hex;
  throw mismatch(column, '64 hexadecimal characters', value);
}

/** Reads a digest that was selected with `hexOnWire`, or null. */
export function optionalDigestHex(row: Row, column: string): Sha256Hex | undefined {
  return row[column] === null ? undefined : digestHex(row, column);
}

/** Reads a SHA-384 or SHA-512 that was selected with `hexOnWire`, or null. */
export function optionalLongDigestHex(row: Row, column: string): LongDigestHex | undefined {
  const value = row[column];
  if (value === null) return undefined;
  if (typeof value === 'string' && (value.length === 96 || value.length === 128))
    return value as LongDigestHex;
  throw mismatch(column, '96 or 128 hexadecimal characters, or null', value);
}

export function textList(row: Row, column: string): string[] {
  const value = row[column];
  if (isListOf(value, isText)) return value;
  throw mismatch(column, 'a list of texts', value);
}

export function optionalTextList(row: Row, column: string): string[] | undefined {
  return row[column] === null ? undefined : textList(row, column);
}

export function textsByName(row: Row, column: string): Record<string, string> {
  return shaped(row, column, isTextsByName, 'texts by name');
}

export function bytesList(row: Row, column: string): Uint8Array[] {
  const value = row[column];
  if (isListOf(value, isBytes)) return value;
  throw mismatch(column, 'a list of bytes', value);
}

export function optionalBytesList(row: Row, column: string): Uint8Array[] | undefined {
  return row[column] === null ? undefined : bytesList(row, column);
}

/** Reads an id. Only the prefix is checked: the rest was generated here, or parsed before it was stored. */
export function id<Prefix extends keyof IdByPrefix>(
  prefix: Prefix,
  row: Row,
  column: string,
): IdByPrefix[Prefix] {
  const value = row[column];
  if (typeof value === 'string' && value.startsWith(prefix) && value[prefix.length] === '_') {
    return value as IdByPrefix[Prefix];
  }
  throw mismatch(column, `an id that starts with ${prefix}_`, value);
}

/** Reads an id without checking it, because a consistency check reports a damaged id and must not stop at it. */
export function idAsStored<Prefix extends keyof IdByPrefix>(
  _prefix: Prefix,
  row: Row,
  column: string,
): IdByPrefix[Prefix] {
  return text(row, column) as IdByPrefix[Prefix];
}

export function oneOf<Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  const found = row[column];
  for (const value of values) if (value === found) return value;
  throw mismatch(column, `one of ${values.join(', ')}`, found);
}

export function optionalOneOf<Value extends string>(
  row: Row,
  column: string,
  values: readonly Value[],
): Value | undefined {
  return row[column] === null ? undefined : oneOf(row, column, values);
}

/**
 * Reads those items of a list that this version knows: a newer version on the same database may have added others.
 */
export function knownOf<Value extends string>(row: Row, column: string, values: readonly Value[]): Value[] {
  const isKnown = (item: string): item is Value => values.some((value) => value === item);
  return textList(row, column).filter(isKnown);
}

/** Reads a `json` column; `is` checks its content. */
export function shaped<Shape>(
  row: Row,
  column: string,
  is: (value: unknown) => value is Shape,
  shape: string,
): Shape {
  const value = row[column];
  if (is(value)) return value;
  throw mismatch(column, shape, value);
}

/** Reads a JSON object. What is in it was checked before it was stored. */
export function record<Shape extends object = Record<string, unknown>>(row: Row, column: string): Shape {
  return shaped(row, column, (value): value is Shape => isRecord(value), 'an object');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTextsByName(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every(isText);
}

export function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

function mismatch(column: string, expected: string, value: unknown): Error {
  return new Error(`The column ${column} should hold ${expected}, but ${describe(value)}`);
}

function describe(value: unknown): string {
  if (value === undefined) return 'the row does not have it';
  if (value === null) return 'it is null';
  if (typeof value === 'string') return 'it holds text';
  if (typeof value === 'boolean') return 'it holds true or false';
  if (value instanceof Date) return 'it holds a date';
  if (value instanceof Uint8Array) return 'it holds bytes';
  if (Array.isArray(value)) return 'it holds a list';
  return `it holds a value of the type ${typeof value}`;
}
