/**
 * Describes and reads the Idempotency-Key header, nothing more. `operations/idempotency/idempotency.ts` runs a request
 * once and replays its answer.
 */

import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';

export const IDEMPOTENCY_KEY = {
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 257,
      description:
        'A retry with the same key and content gets the first answer. The answer is kept for 24 hours.',
    }),
  ),
};

/** Reads a key of 1 to 255 visible ASCII characters, bare or as a quoted string (as the IETF draft writes it). */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = typeof header === 'string' ? header : '';
  const bare = /^"(.*)"$/.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') ?? text;
  if (/^[\x21-\x7e]{1,255}$/.test(bare)) return bare;
  throw new AppError('validation_failed', {
    en: 'The header `Idempotency-Key` must be sent once and have 1 to 255 visible ASCII characters.',
    es: 'El encabezado `Idempotency-Key` debe enviarse una sola vez y tener de 1 a 255 caracteres ASCII visibles.',
  });
}

/**
 * Postman sends `<string>` in place of a value that nobody filled in. The first request with this key succeeds. The
 * error for a second one quotes the key, because whoever sends it has not seen it.
 */
const PLACEHOLDER = /^<\w+>$/;

/** The error for a key that was already used for another request. */
export function keyReused(key: string): AppError {
  if (PLACEHOLDER.test(key))
    return new AppError('idempotency_key_reused', {
      en: `This Idempotency-Key, \`${key}\`, is the placeholder of a program such as Postman, and was used for a request with other content. Write \`{{$guid}}\` there in Postman, or leave the header out.`,
      es: `Esta Idempotency-Key, \`${key}\`, es el texto de relleno de un programa como Postman y ya se usó para una solicitud con otro contenido. En Postman escriba \`{{$guid}}\` en su lugar, o quite el encabezado.`,
    });
  return new AppError('idempotency_key_reused', {
    en: 'This Idempotency-Key was used for a request with other content. Use a new key for a new request.',
    es: 'Esta Idempotency-Key ya se usó para una solicitud con otro contenido. Use una clave nueva para una solicitud nueva.',
  });
}
