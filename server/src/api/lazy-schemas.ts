/**
 * Compiles each schema when the first request needs it. Compiling all of them at once would take most of the time in
 * which a server starts. `tests/integration/api/schemas.test.ts` compiles every schema, so that a faulty one is
 * noticed.
 */

import makeValidators from '@fastify/ajv-compiler';
import makeSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

export type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;

/** Other compilers may be passed in, such as those that many servers of one process share. */
export function lazySchemas(
  validators = makeValidators(),
  serializers = makeSerializers(),
): SchemaController {
  const buildValidator: typeof validators = (shared, options) => {
    const compile = validators(shared, options);
    return (route) => lazyValidator(() => compile(route));
  };
  const buildSerializer: typeof serializers = (shared, options) => {
    const compile = serializers(shared, options);
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined;
      return (value) => {
        serialize ??= compile(route);
        return serialize(value);
      };
    };
  };
  return { compilersFactory: { buildValidator, buildSerializer } };
}

type Validator = ReturnType<ReturnType<ReturnType<typeof makeValidators>>>;

function lazyValidator(compile: () => Validator): Validator {
  let compiled: Validator | undefined;
  const validate = ((value: unknown) => {
    compiled ??= compile();
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  }) as Validator;
  return validate;
}
