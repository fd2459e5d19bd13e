/** The HTTP application's type, and the size limits of every request. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The part of the app below /api/public/v1. */
export type PublicApi = App;

export const MAX_URL_BYTES = 8 * 1024;
export const MAX_HEADER_BYTES = 32 * 1024;
