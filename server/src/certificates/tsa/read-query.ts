/**
 * Reads a time-stamp query (RFC 3161 §2.4.1). A query that no token could answer is refused before anything is bought.
 */

import { decodeTimestampRequest, ProofError, type TimestampRequest } from '@sello/proof';
import type { FastifyRequest } from 'fastify';
import { openContentDigest } from '../../http/bodies/content-digest.ts';
import { readWholeBody, typeOfBody } from '../../http/bodies/held-body.ts';
import { assertPlainBody } from '../../http/bodies/unread-bodies.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseSha256Hex, type Sha256Hex } from '../../kernel/sha256.ts';
import type { OpenedTimestamps } from '../../timestamps/open-timestamps.ts';
import type { TokenWishes } from '../../timestamps/ports.ts';
import { QueryRefused } from './query-refusal.ts';

const MAX_QUERY_BYTES = 16 * 1024;

export type TimestampQuery = { sha256: Sha256Hex; wishes: TokenWishes };

export async function readQuery(request: FastifyRequest): Promise<TimestampQuery> {
  assertPlainBody(request);
  if (typeOfBody(request) !== 'application/timestamp-query') throw wrongType();
  const digest = openContentDigest(request);
  const body = await readWholeBody(request, {
    maxBytes: MAX_QUERY_BYTES,
    ...(digest !== undefined && { onPiece: digest.update }),
  });
  digest?.assertMatches(undefined);
  return toQuery(decode(body));
}

function decode(body: Uint8Array): TimestampRequest {
  try {
    return decodeTimestampRequest(body);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const text = {
      en: `The body is no time-stamp query (RFC 3161): ${error.message}.`,
      es: `El cuerpo no es una solicitud de sello de tiempo (RFC 3161): ${error.message}.`,
    };
    throw new QueryRefused('badDataFormat', text, 'bad_request');
  }
}

function toQuery({ imprint, nonce, policy, extensionOids }: TimestampRequest): TimestampQuery {
  if (imprint.algorithm !== 'SHA-256') throw otherAlgorithm(imprint.algorithm ?? imprint.algorithmOid);
  const sha256 = parseSha256Hex(Buffer.from(imprint.digest).toString('hex'));
  if (sha256 === undefined) throw wrongLength();
  if (extensionOids.length > 0) throw noExtensions();
  return { sha256, wishes: { nonce, policy } };
}

/** Tokens are not re-signed here, so the provider itself must include nonce and policy. */
export function assertAble(
  { unableTo }: Pick<OpenedTimestamps, 'unableTo'>,
  livemode: boolean,
  wishes: TokenWishes,
): void {
  const lacking = (livemode ? unableTo.live : unableTo.test)(wishes);
  if (lacking === 'policy')
    throw new QueryRefused('unacceptedPolicy', {
      en: 'The provider stamps under another policy; send the query without one.',
      es: 'El proveedor sella con otra política; envíe la solicitud sin política.',
    });
  if (lacking === 'nonce')
    throw new QueryRefused('badRequest', {
      en: 'The provider puts no nonce into its tokens; send the query without one (openssl ts -query -no_nonce). Nothing was bought.',
      es: 'El proveedor no pone nonce en sus sellos; envíe la solicitud sin él (openssl ts -query -no_nonce). No se compró nada.',
    });
}

function otherAlgorithm(algorithm: string): AppError {
  return new QueryRefused('badAlg', {
    en: `Only SHA-256 is stamped here, not ${algorithm}; hash with SHA-256.`,
    es: `Aquí solo se sella SHA-256, no ${algorithm}; calcule la huella con SHA-256.`,
  });
}

function wrongLength(): AppError {
  return new QueryRefused('badDataFormat', {
    en: 'The imprint is no SHA-256: it does not have 32 bytes.',
    es: 'La huella no es una SHA-256: no mide 32 bytes.',
  });
}

function noExtensions(): AppError {
  return new QueryRefused('unacceptedExtension', {
    en: 'Queries with extensions are not answered; send it without them.',
    es: 'No se responden solicitudes con extensiones; envíela sin ellas.',
  });
}

function wrongType(): AppError {
  return new AppError('unsupported_media_type', {
    en: 'Send a time-stamp query (RFC 3161) as application/timestamp-query.',
    es: 'Envíe una solicitud de sello de tiempo (RFC 3161) como application/timestamp-query.',
  });
}
