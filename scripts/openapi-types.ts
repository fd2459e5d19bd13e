/** Writes the schemas of an OpenAPI document as TypeScript. */

import type { OpenapiSchema } from './openapi-document.ts';
import { block } from './schema-types.ts';

export type OpenapiTypes = {
  /** The text of the type where it is used; records are declared once, and used by name. */
  typeOf(schema: OpenapiSchema): string;
  /** The schemas that references point to. */
  resolve(schema: OpenapiSchema): OpenapiSchema;
  /** Every named type encountered. */
  named(): string[];
};

export function makeOpenapiTypes(shared: Readonly<Record<string, OpenapiSchema>>): OpenapiTypes {
  const declarations = new Map<string, string>();

  function typeOf(schema: OpenapiSchema): string {
    if (schema.$ref !== undefined) return referred(schema.$ref);
    const name = recordName(schema);
    const shape = shapeOf(schema);
    if (name === undefined || shape.endsWith(' | null') || shared[name]) return shape;
    // Elsewhere the same record may appear with fewer fields; only the first shape gets the name.
    if (!declarations.has(name)) declarations.set(name, shape);
    return declarations.get(name) === shape ? name : shape;
  }

  function resolve(schema: OpenapiSchema): OpenapiSchema {
    if (schema.$ref === undefined) return schema;
    const found = shared[nameIn(schema.$ref)];
    if (found === undefined) throw new Error(`nothing is shared as ${schema.$ref}`);
    return resolve(found);
  }

  function referred(reference: string): string {
    const name = nameIn(reference);
    const schema = resolve({ $ref: reference });
    if (!declarations.has(name)) {
      // The name is reserved before the types inside are written, because a type may contain itself.
      declarations.set(name, 'unknown');
      declarations.set(name, shapeOf(schema));
    }
    return name;
  }

  function shapeOf(schema: OpenapiSchema): string {
    const { anyOf, oneOf, allOf } = schema;
    if (allOf !== undefined) return allOf.map(typeOf).join(' & ');
    if (anyOf ?? oneOf) return [...new Set((anyOf ?? oneOf ?? []).map(typeOf))].join(' | ');
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
    const types = [schema.type ?? (schema.properties ? 'object' : 'unknown')].flat();
    return types.map((type) => shapeOfType(type, schema)).join(' | ');
  }

  function shapeOfType(type: string, schema: OpenapiSchema): string {
    if (type === 'integer' || type === 'number') return 'number';
    if (['string', 'boolean', 'null', 'unknown'].includes(type)) return type;
    if (type === 'array') return arrayOf(schema.items ?? {});
    if (type === 'object') return objectOf(schema);
    throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }

  function arrayOf(items: OpenapiSchema): string {
    const type = typeOf(items);
    return `readonly ${/ [|&] /.test(type) ? `(${type})` : type}[]`;
  }

  function objectOf({ properties, required = [], additionalProperties, patternProperties }: OpenapiSchema) {
    if (properties === undefined || Object.keys(properties).length === 0) {
      const values = [additionalProperties, ...Object.values(patternProperties ?? {})].filter(
        (value) => typeof value === 'object',
      );
      return `Readonly<Record<string, ${values.map(typeOf).join(' | ') || 'unknown'}>>`;
    }
    return block(
      Object.entries(properties).map(([name, schema]) => {
        const isNeeded = required.includes(name);
        const key = /^\w+$/.test(name) ? name : `'${name}'`;
        return `${commentOf(schema.description)}${key}${isNeeded ? '' : '?'}: ${typeOf(schema)}${isNeeded ? '' : ' | undefined'};`;
      }),
    );
  }

  return {
    typeOf,
    resolve,
    named: () => [...declarations].map(([name, shape]) => `export type ${name} = ${shape};`),
  };
}

function nameIn(reference: string): string {
  return reference.replace('#/components/schemas/', '');
}

/** Records say what they are: `object: "member"` is a `Member`. */
export function recordName({ properties }: OpenapiSchema): string | undefined {
  const words = properties?.object?.enum;
  const word = words?.length === 1 ? words[0] : properties?.object?.const;
  return typeof word === 'string' ? pascalCase(word) : undefined;
}

export function pascalCase(words: string): string {
  return words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}

export function commentOf(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}
