/** The operations as our OpenAPI document describes them, with their examples. */

import { openapiDocument } from '../../scripts/openapi-document.ts';
import { API } from './test-sello.ts';

export type DescribedSchema = {
  examples?: unknown[];
  properties?: Record<string, DescribedSchema>;
  title?: string;
  /** For answers that are bytes, which the document cannot show as an example. */
  contentMediaType?: string;
} & object;
/** The framework puts the examples of a whole body next to its schema. */
type Media = { schema: DescribedSchema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = Record<string, Media>;
export type Described = {
  method: string;
  path: string;
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  'x-codeSamples': { lang: string; source: string }[];
};

export function examplesOf({ schema, example, examples = {} }: Media): unknown[] {
  const beside = Object.values(examples).map(({ value }) => value);
  return [...(example === undefined ? [] : [example]), ...beside, ...(schema.examples ?? [])];
}

/** Every operation, with references replaced by the components. */
export async function describedOperations(): Promise<Described[]> {
  const document: unknown = await openapiDocument();
  const { paths, components } = document as {
    paths: Record<string, Record<string, Described>>;
    components: Record<string, Record<string, object>>;
  };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: string };
    if ($ref === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
    const [, , kind = '', name = ''] = $ref.split('/');
    const found = inline(components[kind]?.[name]) as object;
    return { ...found, ...(kind === 'schemas' && { title: name }), ...rest };
  };
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(inline(operation) as Described),
      method: method.toUpperCase(),
      path: url.replace(API, ''),
    })),
  );
}
