/** The hashes of one question. Each that is none is named by its place, so that all are mended at once. */

import { AppError } from '../../kernel/errors.ts';
import { parseSha256Hex, type Sha256Hex } from '../../kernel/sha256.ts';

export const MOST_HASHES = 1_000;

/** So many are named; a list of the wrong kind of hash would name a thousand. */
const MOST_NAMED = 20;

export function readHashes(texts: readonly string[]): Sha256Hex[] {
  const parsed = texts.map(parseSha256Hex);
  const bad = parsed.flatMap((hash, index) => (hash === undefined ? [`\`hashes[${index}]\``] : []));
  if (bad.length === 0) return parsed.filter((hash) => hash !== undefined);
  const named = bad.slice(0, MOST_NAMED).join(', ');
  const [en, es] =
    bad.length > MOST_NAMED
      ? [`${named} and ${bad.length - MOST_NAMED} more`, `${named} y ${bad.length - MOST_NAMED} más`]
      : [named, named];
  throw new AppError('invalid_hash', {
    en: `Not a SHA-256 of 64 hexadecimal characters: ${en}.`,
    es: `No es un SHA-256 de 64 caracteres hexadecimales: ${es}.`,
  });
}
