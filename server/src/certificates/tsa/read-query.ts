/**
 * Reads a time-stamp query (RFC 3161 §2.4.1). A query that no token could answer is refused before anything is bought.
 */

import { decodeTimestampRequest, ProofError, type StrongHash, type TimestampRequest } from '@sello/proof';
import type { FastifyRequest } from 'fastify';
import { openContentDigest } from '../../http/bodies/content-digest.ts';
import { readWholeBody, typeOfBody } from '../../http/bodies/held-body.ts';
import { assertPlainBody } from '../../http/bodies/unread-bodies.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  isLongDigest,
  type LongDigestHex,
  longAlgorithm,
  parseFileDigest,
} from '../../kernel/file-digest.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { OpenedTimestamps } from '../../timestamps/open-timestamps.ts';
import type { TokenWishes } from '../../timestamps/ports.ts';
import { QueryRefused } from './query-refusal.ts';

const MAX_QUERY_BYTES = 16 * 1024;

export type TimestampQuery = {
  digest: Sha256Hex | LongDigestHex;
  algorithm: StrongHash;
  wishes: TokenWishes;
};

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
  const { algorithm } = imprint;
  if (algorithm === undefined) throw otherAlgorithm(imprint.algorithmOid);
  const digest = parseFileDigest(Buffer.from(imprint.digest).toString('hex'));
  if (digest === undefined || algorithmOf(digest) !== algorithm) throw wrongLength(algorithm);
  if (extensionOids.length > 0) throw noExtensions();
  return { digest, algorithm, wishes: { nonce, policy, algorithm } };
}

function algorithmOf(digest: Sha256Hex | LongDigestHex): StrongHash {
  return isLongDigest(digest) ? longAlgorithm(digest) : 'SHA-256';
}

/** Tokens are not re-signed here, so the provider itself must include nonce and policy. */
export function assertAble(
  { unableTo }: Pick<OpenedTimestamps, 'unableTo'>,
  livemode: boolean,
  wishes: TokenWishes,
): void {
  const lacking = (livemode ? unableTo.live : unableTo.test)(wishes);
  if (lacking === 'algorithm')
    throw new QueryRefused('badAlg', {
      en: `The provider stamps SHA-256 alone, not ${wishes.algorithm}; hash with SHA-256. Nothing was bought.`,
      es: `El proveedor solo sella SHA-256, no ${wishes.algorithm}; calcule la huella con SHA-256. No se compró nada.`,
    });
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
    en: `SHA-256, SHA-384 and SHA-512 are stamped here, not ${algorithm}; hash with one of them.`,
    es: `Aquí se sellan SHA-256, SHA-384 y SHA-512, no ${algorithm}; calcule la huella con uno de ellos.`,
  });
}

function wrongLength(algorithm: StrongHash): AppError {
  return new QueryRefused('badDataFormat', {
    en: `The imprint is no ${algorithm}: it has another length.`,
    es: `La huella no es una ${algorithm}: mide otra cosa.`,
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
