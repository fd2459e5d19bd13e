/** Query parameters arrive as strings; those that a schema declares as integers are parsed strictly. */

import type { FastifyReply, FastifyRequest } from 'fastify';

type ObjectSchema = { properties?: Record<string, { type?: string }> };

/**
 * Turns integers in the query into numbers. `20` is one; `2e1`, `0x14`, `20.0`, ` 20`, `020` and the empty string are
 * not, although ordinary coercion would accept them all. Any other text stays a string, and the schema rejects it.
 */
export function readStrictIntegers(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  readIntegers(request);
  done();
}

function readIntegers(request: FastifyRequest): void {
  const schema = request.routeOptions.schema?.querystring as ObjectSchema | undefined;
  if (schema?.properties === undefined) return;
  const query = request.query as Record<string, unknown>;
  for (const [name, { type }] of Object.entries(schema.properties)) {
    const value = query[name];
    if (type === 'integer' && typeof value === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(value))
      query[name] = Number(value);
  }
}
