/** Compiles each schema once for all Sellos of a worker process: they have the same routes. */

import makeValidators from '@fastify/ajv-compiler';
import makeSerializers from '@fastify/fast-json-stringify-compiler';
import { lazySchemas, type SchemaController } from '../../server/src/api/lazy-schemas.ts';

export function sharedSchemas(): SchemaController {
  return lazySchemas(remember('validate', makeValidators()), remember('serialize', makeSerializers()));
}

type Build = (shared: never, options: never) => (route: never) => unknown;

/**
 * Keyed by the kind, its shared schemas and options, then by the schema itself: the first text is long, so it is kept
 * once.
 */
const compiled = new Map<string, Map<string, unknown>>();

/** A schema that differs, also in its references or options, is compiled again. */
function remember<B extends Build>(what: string, build: B): B {
  const building: Build = (shared, options) => {
    const compile = build(shared, options);
    const around = JSON.stringify([what, shared, options]);
    const among = compiled.get(around) ?? new Map<string, unknown>();
    compiled.set(around, among);
    return (route) => {
      const key = JSON.stringify((route as { schema: unknown }).schema);
      const known = among.get(key) ?? compile(route);
      among.set(key, known);
      return known;
    };
  };
  return building as B;
}
