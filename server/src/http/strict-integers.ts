/** Query parameters come as texts; those that a schema calls integers are read as such, strictly. */

import type { FastifyRequest } from 'fastify';

type ObjectSchema = { properties?: Record<string, { type?: string }> };

/**
 * `20` is an integer; `2e1`, `0x14`, `20.0`, ` 20`, `020` and the empty text are not. Ordinary coercion takes
 * them all. What is not an integer stays a text, and the schema refuses it.
 */
export async function readStrictIntegers(request: FastifyRequest): Promise<void> {
  const schema = request.routeOptions.schema?.querystring as ObjectSchema | undefined;
  if (schema?.properties === undefined) return;
  const query = request.query as Record<string, unknown>;
  for (const [name, { type }] of Object.entries(schema.properties)) {
    const value = query[name];
    if (type === 'integer' && typeof value === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(value))
      query[name] = Number(value);
  }
}
