/**
 * Checks the caller's own digest of what it sent: the field `sha256`, or the header Content-Digest (RFC 9530), which
 * may name several digests. All of them are checked. A digest that we cannot compute, or a field that cannot be read,
 * is refused: a caller that asks for a check must not believe that it was made.
 */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';
import { parseSha256Hex, type Sha256Hex } from '../../kernel/sha256.ts';

const ALGORITHMS = {
  'sha-256': { name: 'sha256', bytes: 32 },
  'sha-512': { name: 'sha512', bytes: 64 },
} as const;

type Algorithm = keyof typeof ALGORITHMS;

/** Hashes a body as it is read and compares it with the announced digests. */
type BodyDigest = {
  /**
   * Throws `digest_mismatch` unless the digests match. RFC 9530 means the digest of the whole body. Some callers send
   * the digest of the file in the body, which proves just as well that nothing was damaged, so a SHA-256 may also be
   * the file's. `file` is undefined if the body holds no file.
   */
  assertMatches(file: Sha256Hex | undefined): void;
};

/** Watches the body of a request. Undefined if no digest was announced. */
export function watchContentDigest({ headers, raw }: Announced & { raw: Readable }): BodyDigest | undefined {
  const digest = openContentDigest({ headers });
  if (digest === undefined) return undefined;
  raw.on('data', digest.update);
  // The listener alone would make the body flow before anything reads it.
  raw.pause();
  return digest;
}

type Announced = { headers: NodeJS.Dict<string | string[]> };

/**
 * Opens the check for handlers that read the body themselves and pass each byte to `update`. Undefined if no digest
 * was announced.
 */
export function openContentDigest({
  headers: { 'content-digest': header },
}: Announced): (BodyDigest & { update(chunk: Uint8Array): void }) | undefined {
  if (header === undefined) return undefined;
  const announced = [...parseContentDigest([header].flat().join(', '))].map(([algorithm, digest]) => ({
    algorithm,
    digest,
    hash: createHash(ALGORITHMS[algorithm].name),
  }));
  return {
    update(chunk) {
      for (const { hash } of announced) hash.update(chunk);
    },
    assertMatches(file) {
      const ofFile = file === undefined ? undefined : Buffer.from(file, 'hex');
      for (const { algorithm, digest, hash } of announced) {
        if (algorithm === 'sha-256' && ofFile?.equals(digest)) continue;
        if (!hash.digest().equals(digest)) throw digestMismatch('Content-Digest');
      }
    },
  };
}

// The grammar of a dictionary of structured fields (RFC 9651 §3.2) whose values are byte sequences. Parameters of the
// values are ignored.
const KEY = '[a-z*][a-z0-9_.*-]*';
const BARE_ITEM = `(?:\\?[01]|@?-?[0-9][0-9.]*|"[ !#-\\[\\]-~\\\\]*"|:[A-Za-z0-9+/=]*:|[a-z*][!#$%&'*+.^_\`|~0-9a-z:/-]*)`;
const MEMBER = new RegExp(`^(${KEY})=:([A-Za-z0-9+/]*={0,2}):(?: *; *${KEY}(?:=${BARE_ITEM})?)*$`, 'i');

function parseContentDigest(header: string): Map<Algorithm, Buffer> {
  const announced = new Map<Algorithm, Buffer>();
  for (const member of header.split(',')) {
    const [, key, base64] = MEMBER.exec(member.trim()) ?? [];
    if (key === undefined || base64 === undefined) throw malformedDigest();
    const algorithm = key.toLowerCase();
    if (algorithm !== 'sha-256' && algorithm !== 'sha-512') throw unknownAlgorithm(algorithm);
    const digest = Buffer.from(base64, 'base64');
    if (digest.length !== ALGORITHMS[algorithm].bytes) throw malformedDigest();
    announced.set(algorithm, digest);
  }
  return announced;
}

function malformedDigest(): AppError {
  return new AppError('validation_failed', {
    en: 'The header `Content-Digest` must read `sha-256=:<44 characters of base64>:` or `sha-512=:<88 characters of base64>:` (RFC 9530).',
    es: 'El encabezado `Content-Digest` debe decir `sha-256=:<44 caracteres de base64>:` o `sha-512=:<88 caracteres de base64>:` (RFC 9530).',
  });
}

function unknownAlgorithm(algorithm: string): AppError {
  const name = algorithm.slice(0, 40);
  return new AppError('validation_failed', {
    en: `The header \`Content-Digest\` names \`${name}\`, which is not checked here; send sha-256 or sha-512.`,
    es: `El encabezado \`Content-Digest\` nombra \`${name}\`, que aquí no se comprueba; envíe sha-256 o sha-512.`,
  });
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
    en: `What arrived does not have the digest given in \`${field}\`: it was changed on the way, or the digest is of something else. Nothing was done.`,
    es: `Lo que llegó no tiene el resumen indicado en \`${field}\`: cambió en el camino o el resumen es de otra cosa. No se hizo nada.`,
  });
}
