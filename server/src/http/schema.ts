/** Small schema parts shared by several routes. */

import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from 'typebox';

/**
 * A schema for the same type or null. It is a list of types and not a union, because the serializer would have to try
 * the parts of a union one after the other.
 */
export function nullable<S extends TSchema & { type: string }>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** A schema for one of these words. It is an enum, so that the error message can list them. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  options: { title?: string; description?: string; default?: Word } = {},
) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options });
}

/** An optional text. An empty text counts as not sent, and is therefore the default. */
export function orEmpty<S extends TSchema>(schema: S) {
  return Type.Optional({ ...schema, default: '' });
}

export const ErrorSchema = Type.Object(
  {
    error: Type.String({ description: 'A stable code.' }),
    message: Type.String({
      description:
        'For people: names the field and how to fix it. English, or Spanish for `Accept-Language: es`.',
    }),
  },
  { $id: 'Error' },
);

const ErrorRef = Type.Unsafe<Static<typeof ErrorSchema>>({ $ref: 'Error#' });

/** The error answers of unpublished routes. They have no type, because errors are thrown and never returned. */
export function refusals(...statuses: number[]): object {
  return Object.fromEntries(statuses.map((status) => [status, ErrorRef]));
}

type Content = string | Uint8Array | Readable;

/**
 * The schema of a file as an answer. If the file is not text, the format says so, and generated clients use bytes for
 * it.
 */
export function contentOf(mediaType: string) {
  const isText = /^text\/|[+/](json|x-ndjson|xml)$/.test(mediaType);
  return Type.Unsafe<Content>({
    type: 'string',
    ...(!isText && { format: 'binary', contentMediaType: mediaType }),
  });
}

/** A successful answer that is a file of one of these types, not JSON. */
export function fileOf<const MediaType extends string>(...types: MediaType[]) {
  const content = Object.fromEntries(types.map((type) => [type, { schema: contentOf(type) }]));
  return { content: content as Record<MediaType, { schema: ReturnType<typeof contentOf> }> };
}

/** The schema of a file in a field of a form. */
export function binary(description: string) {
  return Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description,
  });
}
