/** Answers requests that the HTTP parser rejects, with the same two fields as every other error. */

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import { MAX_HEADER_BYTES, MAX_URL_BYTES } from '../app.ts';
import { toAnswer } from '../errors.ts';
import { exchangeOn } from './exchanges.ts';

type ParserError = Error & { code: string; rawPacket: unknown };

/** If the client keeps the connection open this long after such an answer, it is cut off. */
const LINGER_MS = 2_000;

export function answerParserErrors(ports: { requestId: () => string; logger: Logger }) {
  return (error: ParserError, socket: Socket): void => {
    // The client has left, or would mistake the error for the response to another of its requests.
    if (error.code === 'ECONNRESET' || !socket.writable || !isFree(socket)) {
      socket.destroy();
      return;
    }
    const requestId = ports.requestId();
    const { status, headers, body } = inBothLanguages(describe(error));
    ports.logger.info('request.unreadable', { requestId, status, code: error.code });
    const text = JSON.stringify(body);
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'content-length': String(Buffer.byteLength(text)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** The message in both languages, because the headers that name the preferred language could not be read. */
function inBothLanguages({ code, text: { en, es } }: AppError): ReturnType<typeof toAnswer> {
  const { headers, ...answer } = toAnswer(new AppError(code, { en: `${en} ${es}`, es }), undefined);
  return { ...answer, headers: { ...headers, 'content-language': 'en, es' } };
}

/**
 * Whether an error may be sent: either no response is in progress, or the broken bytes belong to the body of the
 * request that must be answered next.
 */
function isFree(socket: Socket): boolean {
  const exchange = exchangeOn(socket);
  if (exchange === undefined || exchange.response.writableFinished) return true;
  const { request, response } = exchange;
  return !request.complete && response.socket === socket && !response.headersSent;
}

function describe(error: ParserError): AppError {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return isLongUrl(error.rawPacket) ? uriTooLong() : headersTooLarge();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', {
      en: 'The request did not arrive in time. Please send it again.',
      es: 'La solicitud no llegó a tiempo. Envíela de nuevo.',
    });
  }
  return new AppError('bad_request', {
    en: 'This is not a valid HTTP/1.1 request.',
    es: 'Esta no es una solicitud HTTP/1.1 válida.',
  });
}

/**
 * Whether the request line was too long. The parser counts that line as part of the headers and does not say which of
 * them was too long. It was the line if the line does not end within its limit. A packet from the middle of a request
 * counts as headers.
 */
function isLongUrl(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet) || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 20))) return false;
  const firstLineEnd = packet.indexOf('\r\n');
  return firstLineEnd < 0 || firstLineEnd > MAX_URL_BYTES;
}

export function uriTooLong(): AppError {
  return new AppError('uri_too_long', {
    en: `The address is longer than ${MAX_URL_BYTES} bytes.`,
    es: `La dirección tiene más de ${MAX_URL_BYTES} bytes.`,
  });
}

function headersTooLarge(): AppError {
  return new AppError('headers_too_large', {
    en: `The headers of the request are larger than ${MAX_HEADER_BYTES} bytes. Send fewer or shorter ones.`,
    es: `Los encabezados de la solicitud ocupan más de ${MAX_HEADER_BYTES} bytes. Envíe menos o más cortos.`,
  });
}
