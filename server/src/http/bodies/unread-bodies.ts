/** Routes whose bodies the framework leaves alone: their readers take them as streams, after the caller was admitted. */

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import type { App } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type, which is hidden from the framework; empty when none was sent. */
    heldContentType: string;
  }
}

/**
 * Leaves all bodies in `app` as streams and hides their Content-Type from the framework, which would refuse an unusual
 * one before any handler runs. With such a refusal, a caller without a key would get an error about a header, a call
 * with a key would not be counted, and an operation without a body would answer 415.
 */
export function leaveBodiesUnread(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onRequest', (request, _reply, done) => {
    holdContentType(request);
    done();
  });
}

function holdContentType(request: FastifyRequest): void {
  const { headers } = request.raw;
  const type = headers['content-type'];
  if (type === undefined) return;
  request.heldContentType = type;
  delete headers['content-type'];
}

/** Refuses a compressed body: sizes and digests are those of the bytes as sent. */
export function assertPlainBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new AppError('unsupported_media_type', {
    en: 'Send the body as it is, without Content-Encoding.',
    es: 'Envíe el cuerpo tal como es, sin Content-Encoding.',
  });
}
