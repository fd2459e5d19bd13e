/** Compiles each schema once for all Sellos of a worker process: they have the same routes. */

import makeValidators from '@fastify/ajv-compiler';
import makeSerializers from '@fastify/fast-json-stringify-compiler';
import { lazySchemas, type SchemaController } from '../../server/src/api/lazy-schemas.ts';

export function sharedSchemas(): SchemaController {
  return lazySchemas(remember('validate', makeValidators()), remember('serialize', makeSerializers()));
}

type Build = (shared: never, options: never) => (route: never) => unknown;

const compiled = new Map<string, unknown>();

/** A schema that differs, also in its references or options, is compiled again. */
function remember<B extends Build>(what: string, build: B): B {
  const building: Build = (shared, options) => {
    const compile = build(shared, options);
    const around = JSON.stringify([what, shared, options]);
    return (route) => {
      const key = around + JSON.stringify((route as { schema: unknown }).schema);
      const known = compiled.get(key) ?? compile(route);
      compiled.set(key, known);
      return known;
    };
  };
  return building as B;
}
