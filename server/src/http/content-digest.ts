/** The caller's own digest of what it sent: the field `sha256`, or the header Content-Digest (RFC 9530). */

import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../kernel/errors.ts';
import { parseSha256Hex, type Sha256Hex } from '../kernel/sha256.ts';

/** Hashes a body as it is read and compares it with the announced digest. */
type BodyDigest = {
  /** Throws `digest_mismatch` unless the announced digest is that of the body or that of the file in it. */
  assertMatches(file: Sha256Hex): void;
};

/**
 * Undefined if no SHA-256 was announced. RFC 9530 means the whole body; some callers mean the file, and either
 * proves that nothing was damaged on the way.
 */
export function watchContentDigest(header: string | undefined, body: Readable): BodyDigest | undefined {
  if (header === undefined) return undefined;
  const announced = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/i.exec(header)?.[1];
  if (announced === undefined) {
    if (!/sha-256\s*=/i.test(header)) return undefined;
    throw new AppError('validation_failed', {
      en: 'The header `Content-Digest` must read `sha-256=:<44 characters of base64>:` (RFC 9530).',
      es: 'El encabezado `Content-Digest` debe decir `sha-256=:<44 caracteres de base64>:` (RFC 9530).',
    });
  }
  const hash: Hash = createHash('sha256');
  body.on('data', (chunk: Uint8Array) => hash.update(chunk));
  // The listener alone would start the flow before anything reads the body.
  body.pause();
  return {
    assertMatches(file) {
      const ofFile = Buffer.from(file, 'hex').toString('base64');
      if (announced !== ofFile && announced !== hash.digest('base64')) throw digestMismatch('Content-Digest');
    },
  };
}

export function assertSha256Field(given: string | undefined, file: Sha256Hex): void {
  if (given === undefined) return;
  const announced = parseSha256Hex(given);
  if (announced === undefined) {
    throw new AppError('validation_failed', {
      en: '`sha256` must have 64 hexadecimal characters.',
      es: '`sha256` debe tener 64 caracteres hexadecimales.',
    });
  }
  if (announced !== file) throw digestMismatch('sha256');
}

function digestMismatch(field: string): AppError {
  return new AppError('digest_mismatch', {
    en: `The file that arrived does not have the digest given in \`${field}\`: it was changed on the way, or the digest is of another file. Nothing was certified.`,
    es: `El archivo recibido no tiene el resumen indicado en \`${field}\`: cambió en el camino o el resumen es de otro archivo. No se certificó nada.`,
  });
}
