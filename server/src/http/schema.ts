/** Small schema parts shared by several routes. */

import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from 'typebox';

/**
 * The same type, or null. Written as a list of types rather than as a union of schemas, which the serializer
 * would have to try one after the other.
 */
export function nullable<S extends TSchema & { type: string }>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** One of these words. An enum, so that the error message can list them. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  options: { title?: string; description?: string; default?: Word } = {},
) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options });
}

export const ErrorSchema = Type.Object(
  {
    error: Type.String({ description: 'A stable code.' }),
    message: Type.String({
      description: 'For people: names the field and the mend. English, or Spanish for `Accept-Language: es`.',
    }),
  },
  { $id: 'Error' },
);

export const ErrorRef = Type.Unsafe<Static<typeof ErrorSchema>>({ $ref: 'Error#' });

const ERROR_TEXT: Record<number, string> = {
  400: 'The request is broken.',
  401: 'The API key is missing, invalid, revoked or expired.',
  402: 'The account has no certificates left, or no room for this file; `error` says which.',
  403: 'The API key lacks the scope.',
  404: 'Not there, or not yours.',
  409: 'Not yet.',
  413: 'The file is larger than 50 MB.',
  414: 'The address is longer than 8 KiB.',
  415: 'The body is of another type.',
  422: 'A field is not valid; the message names it.',
  429: 'The rate or the monthly quota of the key is used up; `error` says which.',
  500: 'An error of ours.',
  502: 'An error of the time-stamping provider.',
  503: 'Storage is away for the moment.',
};

/** An operation's error answers, for its schema. Any request's address may be too long, hence 414. */
export function errorResponses<const Status extends number>(...statuses: Status[]) {
  const entries = [...statuses, 414].map((status) => [
    status,
    { ...ErrorRef, description: ERROR_TEXT[status] },
  ]);
  return Object.fromEntries(entries) as Record<Status, typeof ErrorRef>;
}

/** The same for unpublished routes. No type: errors are thrown, never returned. */
export function refusals(...statuses: number[]): object {
  return Object.fromEntries(statuses.map((status) => [status, ErrorRef]));
}

const FileContent = Type.Unsafe<string | Uint8Array | Readable>({ type: 'string' });

/** A successful answer that is a file of one of these types, not JSON. */
export function fileOf<const MediaType extends string>(...types: MediaType[]) {
  const content = Object.fromEntries(types.map((type) => [type, { schema: FileContent }]));
  return { content: content as Record<MediaType, { schema: typeof FileContent }> };
}
