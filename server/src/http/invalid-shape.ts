/** Names the field that a schema refused and how to fix it, derived from the schema. */

import type { FastifySchemaValidationError } from 'fastify';
import { AppError, type ErrorCode, type Text } from '../kernel/errors.ts';
import { nearestName } from './nearest-name.ts';

export function invalidShape(
  found: FastifySchemaValidationError,
  code: ErrorCode = 'validation_failed',
): AppError {
  const failure = misspelt(found) ?? found;
  const missing = failure.params.missingProperty ?? failure.params.additionalProperty;
  const path = pathOf(failure.instancePath);
  const field = typeof missing === 'string' ? [path, missing].filter(Boolean).join('.') : path || 'body';
  const { en, es } = demand(failure);
  return new AppError(code, both(`\`${field}\` ${en}`, `\`${field}\` ${es}`));
}

/** The path of the field in the usual notation, such as `rules.requirements[2].categories[0]`. */
function pathOf(instancePath: string): string {
  return instancePath
    .split('/')
    .filter(Boolean)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function demand(failure: FastifySchemaValidationError): Text {
  const { keyword, params, message } = failure;
  const limit = LIMITS[keyword];
  if (limit !== undefined) return limit(Number(params.limit));
  switch (keyword) {
    case 'required':
      return both('is required.', 'es obligatorio.');
    case 'type':
      return wrongType(failure);
    case 'pattern':
      return both(`must match \`${params.pattern}\`.`, `debe cumplir \`${params.pattern}\`.`);
    case 'additionalProperties':
      return unknownName(failure);
    case 'uniqueItems':
      return both(
        `has the same entry at ${params.j} and ${params.i}; remove one of them.`,
        `tiene el mismo elemento en ${params.j} y ${params.i}; quite uno de ellos.`,
      );
    case 'enum': {
      // An empty text, where it is allowed, means the same as leaving the field out.
      const allowed = (params.allowedValues as string[]).filter((word) => word !== '');
      const words = allowed.map((word) => `\`${word}\``).join(', ');
      return both(`must be one of ${words}.`, `debe ser uno de ${words}.`);
    }
    case 'format':
      return wrongFormat(failure);
    default:
      return both(`is not valid: ${message ?? keyword}.`, `no es válido (${keyword}).`);
  }
}

/** The messages for values beyond the limits of numbers, texts, lists and objects. */
const LIMITS: Record<string, (limit: number) => Text> = {
  minimum: (limit) => both(`must be at least ${limit}.`, `debe ser al menos ${limit}.`),
  maximum: (limit) => both(`must be at most ${limit}.`, `debe ser como máximo ${limit}.`),
  exclusiveMinimum: (limit) => both(`must be greater than ${limit}.`, `debe ser mayor que ${limit}.`),
  minLength: (limit) =>
    limit === 1
      ? both('must not be empty.', 'no debe estar vacío.')
      : both(`must have at least ${limit} characters.`, `debe tener al menos ${limit} caracteres.`),
  maxLength: (limit) =>
    both(`must have at most ${limit} characters.`, `debe tener como máximo ${limit} caracteres.`),
  minItems: (limit) =>
    limit === 1
      ? both('must have an entry.', 'debe tener algún elemento.')
      : both(`must have at least ${limit} entries.`, `debe tener al menos ${limit} elementos.`),
  maxItems: (limit) =>
    both(`must have at most ${limit} entries.`, `debe tener como máximo ${limit} elementos.`),
  maxProperties: (limit) =>
    both(`may have at most ${limit} keys.`, `puede tener como máximo ${limit} claves.`),
};

/**
 * The message for a wrong type. It names what was sent if the failure contains it (`verbose`). A parameter arrives as
 * text, or as a list if it was sent twice.
 */
function wrongType({ params, data }: FastifySchemaValidationError & { data?: unknown }): Text {
  const types = typesOf(params.type);
  if (types.includes('integer') && typeof data === 'string') {
    const sent = JSON.stringify(data.slice(0, 40));
    return both(
      `must be given once, as an integer in plain digits, such as 20; ${sent} is none.`,
      `debe darse una sola vez, como entero en cifras, por ejemplo 20; ${sent} no lo es.`,
    );
  }
  return both(
    `must be given once, as ${types.join(' or ')}.`,
    `debe darse una sola vez, de tipo ${types.join(' o ')}.`,
  );
}

/**
 * The message for a wrong format. For times it mentions the usual mistake: a `+` in an address means a blank, so the
 * offset of the time is lost on the way.
 */
function wrongFormat({ params, data }: FastifySchemaValidationError & { data?: unknown }): Text {
  const format = String(params.format);
  const example = EXAMPLES[format] ?? '…';
  if (format === 'date-time' && typeof data === 'string' && /\d \d\d:?\d\d$/.test(data)) {
    return both(
      `must be written as date-time, for example ${example}. In an address write %2B for the + of an offset, or give the time in UTC with Z.`,
      `debe escribirse como date-time, por ejemplo ${example}. En una dirección escriba %2B por el + de la diferencia horaria, o dé la hora en UTC con Z.`,
    );
  }
  return both(
    `must be written as ${format}, for example ${example}.`,
    `debe escribirse como ${format}, por ejemplo ${example}.`,
  );
}

function typesOf(type: unknown): string[] {
  return Array.isArray(type) ? type.map(String) : [String(type)];
}

/** The message for an unknown field. It suggests the nearest known one, because most unknown fields are misspelt. */
function unknownName(
  failure: FastifySchemaValidationError & { parentSchema?: unknown; data?: unknown },
): Text {
  const { parentSchema, params, data } = failure;
  const known = isRecord(parentSchema) && isRecord(parentSchema.properties) ? parentSchema.properties : {};
  const given = isRecord(data) ? data : {};
  // A field that is deprecated or was already sent is no suggestion, because it would be refused next.
  const allowed = Object.entries(known).filter(
    ([name, schema]) => !Object.hasOwn(given, name) && !(isRecord(schema) && schema.deprecated === true),
  );
  const nearest = nearestName(
    String(params.additionalProperty),
    allowed.map(([name]) => name),
  );
  if (nearest === undefined) return both('is not known here; remove it.', 'no se conoce aquí; quítelo.');
  return both(
    `is not known here; remove it, or write \`${nearest}\` if that is what you mean.`,
    `no se conoce aquí; quítelo, o escriba \`${nearest}\` si es lo que quiere decir.`,
  );
}

/** If a field is missing and another is unknown, the unknown one is probably a misspelling of it. */
function misspelt(
  failure: FastifySchemaValidationError & { parentSchema?: unknown; data?: unknown },
): FastifySchemaValidationError | undefined {
  const { keyword, parentSchema, data } = failure;
  if (keyword !== 'required' || !isRecord(parentSchema) || parentSchema.additionalProperties !== false)
    return undefined;
  const known = isRecord(parentSchema.properties) ? parentSchema.properties : {};
  const unknown = isRecord(data) ? Object.keys(data).find((name) => !Object.hasOwn(known, name)) : undefined;
  if (unknown === undefined) return undefined;
  return { ...failure, keyword: 'additionalProperties', params: { additionalProperty: unknown } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const EXAMPLES: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T18:00:00Z',
  email: 'name@example.com',
};

function both(en: string, es: string): Text {
  return { en, es };
}
