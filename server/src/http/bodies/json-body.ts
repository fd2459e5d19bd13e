/** Reads a small JSON body of the public API after its caller was admitted, and checks its Content-Digest. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { openContentDigest } from './content-digest.ts';

const MAX_JSON_BYTES = 256 * 1024;

/** An empty body is `undefined`. */
export async function readJsonBody(request: FastifyRequest): Promise<unknown> {
  assertPlainBody(request.headers['content-encoding']);
  const bytes = await readAll(request);
  if (bytes.length === 0) return undefined;
  if (request.heldContentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') throw notJson();
  return parseJson(request, bytes);
}

/** A body counts as sent, not as what it decompresses to. */
export function assertPlainBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new AppError('unsupported_media_type', {
    en: 'Send the body as it is, without Content-Encoding.',
    es: 'Envíe el cuerpo tal como es, sin Content-Encoding.',
  });
}

async function readAll(request: FastifyRequest): Promise<Buffer> {
  const announced = oneHeader(request.headers['content-digest']);
  const digest = announced === undefined ? undefined : openContentDigest(announced);
  if (Number(request.headers['content-length'] ?? 0) > MAX_JSON_BYTES) throw tooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.raw as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_JSON_BYTES) throw tooLarge();
    digest?.update(piece);
    pieces.push(piece);
  }
  digest?.assertMatches(undefined);
  return Buffer.concat(pieces);
}

export function oneHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

/** The framework's own parser, which removes the two keys that could poison prototypes. */
export function parseJson(request: FastifyRequest, bytes: Uint8Array): Promise<unknown> {
  const parse = (request.server as FastifyInstance).getDefaultJsonParser('remove', 'remove');
  const text = decodeUtf8(bytes);
  return new Promise((resolve, reject) => {
    parse(request, text, (error, value) => (error === null ? resolve(value) : reject(error)));
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError(
      'malformed_json',
      { en: 'The request body is not UTF-8.', es: 'El cuerpo de la solicitud no está en UTF-8.' },
      { cause },
    );
  }
}

function tooLarge(): AppError {
  return new AppError('file_too_large', {
    en: 'The body is larger than 256 KiB.',
    es: 'El cuerpo mide más de 256 KiB.',
  });
}

function notJson(): AppError {
  return new AppError('unsupported_media_type', {
    en: 'Send the body as application/json and say so in Content-Type.',
    es: 'Envíe el cuerpo como application/json e indíquelo en Content-Type.',
  });
}
