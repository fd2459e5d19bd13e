/** Reads a form with evidence. The document is hashed while it arrives and is never kept. */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '../../certificates/certificate.ts';
import { parseParameters } from '../../certificates/upload/header-parameters.ts';
import { MultipartParser } from '../../certificates/upload/multipart.ts';
import { pump, readBoundary } from '../../certificates/upload/upload.ts';
import { assertSha256Field, watchContentDigest } from '../../http/bodies/content-digest.ts';
import { heldBodyOf } from '../../http/bodies/held-body.ts';
import { assertPlainBody } from '../../http/bodies/unread-bodies.ts';
import { expectsContinue } from '../../http/connection/expect-continue.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseSha256Hex } from '../../kernel/sha256.ts';
import { EvidenceForm, MAX_TOGETHER_BYTES } from './evidence-form.ts';
import type { EvidenceMaterial } from './material.ts';

const OVERHEAD_BYTES = 1_048_576;
const MAX_BODY_BYTES = MAX_FILE_BYTES + MAX_TOGETHER_BYTES + OVERHEAD_BYTES;

/** A time stamp may be over any of these digests. Which one is known only once the evidence has been read. */
/** RFC 9162 §2.1.1 hashes an entry behind this octet. */
const LEAF_PREFIX = Uint8Array.of(0);

const ALGORITHMS = ['SHA-256', 'SHA-384', 'SHA-512'] as const;

export async function readEvidence(
  request: FastifyRequest,
  onContinue: () => void,
): Promise<Omit<EvidenceMaterial, 'now'>> {
  const digest = watchContentDigest(request);
  assertPlainBody(request);
  const form = new EvidenceForm();
  const parser = new MultipartParser(boundaryOf(request.heldContentType), form);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (expectsContinue(request.raw)) onContinue();
  const hashes = ALGORITHMS.map((algorithm) => createHash(algorithm.replace('-', '').toLowerCase()));
  const leaf = createHash('sha256').update(LEAF_PREFIX);
  const held = heldBodyOf(request);
  let bodyBytes = 0;
  const sink = {
    write(chunk: Uint8Array) {
      for (const hash of [...hashes, leaf]) hash.update(chunk);
      return undefined;
    },
  };
  await pump(
    request.raw,
    sink,
    () => held.reach(parser.heldBytes),
    (chunk) => {
      bodyBytes += chunk.length;
      const pieces = parser.push(chunk);
      if (parser.fileBytes > MAX_FILE_BYTES || bodyBytes > MAX_BODY_BYTES) throw tooLarge();
      return pieces;
    },
  );
  digest?.assertMatches(undefined);
  const { sha256, hasFile, ...material } = parser.end();
  if (!hasFile) {
    const digests = sha256 === undefined ? {} : { 'SHA-256': hashOf(sha256) };
    return { ...material, documentLeaf: undefined, digests };
  }
  const [first = '', second = '', third = ''] = hashes.map((hash) => hash.digest('hex'));
  assertSha256Field(sha256, parseSha256Hex(first) ?? failed());
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
  return {
    ...material,
    documentLeaf: Uint8Array.from(leaf.digest()),
    digests: { 'SHA-256': bytes(first), 'SHA-384': bytes(second), 'SHA-512': bytes(third) },
  };
}

function failed(): never {
  throw new Error('A computed SHA-256 is not one');
}

function boundaryOf(contentType: string): string {
  const semicolon = contentType.indexOf(';');
  const typeEnd = semicolon < 0 ? contentType.length : semicolon;
  if (contentType.slice(0, typeEnd).trim().toLowerCase() !== 'multipart/form-data')
    throw new AppError('unsupported_media_type', {
      en: 'Send a form here (multipart/form-data) with a part named evidence.',
      es: 'Envíe aquí un formulario (multipart/form-data) con una parte llamada evidence.',
    });
  return readBoundary(parseParameters(contentType.slice(typeEnd)));
}

function hashOf(text: string): Uint8Array {
  const sha256 = parseSha256Hex(text);
  if (sha256 === undefined)
    throw invalidField(
      '`sha256`',
      'must have 64 hexadecimal characters.',
      'debe tener 64 caracteres hexadecimales.',
    );
  return Uint8Array.from(Buffer.from(sha256, 'hex'));
}

function tooLarge(): AppError {
  const bytes = MAX_FILE_BYTES.toLocaleString('en-US');
  return new AppError('file_too_large', {
    en: `file may have at most ${bytes} bytes, and the evidence 60 MB together; send the sha256 of a larger file.`,
    es: `file puede tener como máximo ${bytes} bytes, y la evidencia 60 MB en total; de un archivo mayor envíe el sha256.`,
  });
}
