/** Writes the schemas of an OpenAPI document as types of Python. */

import type { OpenapiSchema } from './openapi-document.ts';
import { pascalCase, recordName } from './openapi-types.ts';

export type PythonTypes = {
  /** The text of the type where it is used. `hint`: the name for a dictionary that has none of its own. */
  typeOf(schema: OpenapiSchema, hint: string): string;
  resolve(schema: OpenapiSchema): OpenapiSchema;
  /** Every named type encountered. */
  named(): string[];
  names(): string[];
};

/** Words that cannot be names of arguments, fields or methods. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

export function pythonName(name: string): string {
  const snake = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

export function makePythonTypes(shared: Readonly<Record<string, OpenapiSchema>>): PythonTypes {
  const declarations = new Map<string, string>();
  /** Names by shape, so that equal dictionaries are declared once. */
  const names = new Map<string, string>();

  function typeOf(schema: OpenapiSchema, hint: string): string {
    if (schema.$ref !== undefined) return referred(nameIn(schema.$ref), schema);
    const { anyOf, oneOf, allOf } = schema;
    if (allOf !== undefined) return typeOf(merged(allOf), hint);
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) {
      return union(choices.map((one, index) => typeOf(one, index === 0 ? hint : `${hint}${index + 1}`)));
    }
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return union([enumOf(schema.enum)]);
    const types = [schema.type ?? (schema.properties ? 'object' : 'unknown')].flat();
    return union(types.map((type) => typeOfKind(type, schema, hint)));
  }

  function typeOfKind(type: string, schema: OpenapiSchema, hint: string): string {
    if (type === 'array') return `list[${typeOf(schema.items ?? {}, `${hint}Item`)}]`;
    if (type === 'object') return dictionary(schema, hint);
    const plain = KINDS[type];
    if (plain === undefined) throw new Error(`no type is known for ${JSON.stringify(schema)}`);
    return plain;
  }

  function dictionary(schema: OpenapiSchema, hint: string): string {
    const { properties = {}, additionalProperties, patternProperties } = schema;
    if (Object.keys(properties).length > 0) return declared(schema, recordName(schema) ?? hint, hint);
    const values = [additionalProperties, ...Object.values(patternProperties ?? {})].filter(
      (value) => typeof value === 'object',
    );
    return `dict[str, ${union(values.map((value) => typeOf(value, `${hint}Value`))) || 'Any'}]`;
  }

  /** Records of one name may have several shapes: the first shape gets the name. */
  function declared(schema: OpenapiSchema, wanted: string, hint: string): string {
    const shape = JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value));
    const known = names.get(shape);
    if (known !== undefined) return known;
    let name = declarations.has(wanted) || shared[wanted] ? hint : wanted;
    for (let count = 2; declarations.has(name); count += 1) name = `${hint}${count}`;
    names.set(shape, name);
    // The name is reserved before the types inside are written.
    declarations.set(name, '');
    declarations.set(name, classOf(name, schema));
    return name;
  }

  function classOf(name: string, { properties = {}, required = [] }: OpenapiSchema): string {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = typeOf(schema, name + pascalCase(field));
      return { field, schema, type: required.includes(field) ? type : `NotRequired[${type}]` };
    });
    if (fields.every(({ field }) => /^\w+$/.test(field) && !KEYWORDS.has(field))) {
      const lines = fields.map(
        ({ field, schema, type }) => `${comment(schema.description)}    ${field}: ${type}`,
      );
      return `class ${name}(TypedDict):\n${lines.join('\n')}`;
    }
    const lines = fields.map(({ field, type }) => `        ${literal(field)}: ${literal(type)},`);
    return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${lines.join('\n')}\n    },\n)`;
  }

  function referred(name: string, reference: OpenapiSchema): string {
    const schema = resolve(reference);
    if (declarations.has(name)) return name;
    declarations.set(name, '');
    const isDictionary =
      schema.properties !== undefined && schema.anyOf === undefined && schema.oneOf === undefined;
    declarations.set(
      name,
      isDictionary
        ? classOf(name, schema)
        : `${name}: TypeAlias = ${literal(typeOf(schema, `${name}Choice`))}`,
    );
    return name;
  }

  function merged(parts: readonly OpenapiSchema[]): OpenapiSchema {
    const objects = parts.map(resolve);
    return {
      type: 'object',
      properties: Object.assign({}, ...objects.map(({ properties }) => properties ?? {})),
      required: objects.flatMap(({ required = [] }) => required),
    };
  }

  function resolve(schema: OpenapiSchema): OpenapiSchema {
    if (schema.$ref === undefined) return schema;
    const found = shared[nameIn(schema.$ref)];
    if (found === undefined) throw new Error(`nothing is shared as ${schema.$ref}`);
    return resolve(found);
  }

  return { typeOf, resolve, named: () => [...declarations.values()], names: () => [...declarations.keys()] };
}

const KINDS: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  string: 'str',
  boolean: 'bool',
  null: 'None',
  unknown: 'Any',
};

function enumOf(values: readonly unknown[]): string {
  const words = values.filter((value) => value !== null);
  return union([
    ...(words.length > 0 ? [`Literal[${words.map(literal).join(', ')}]`] : []),
    ...(words.length < values.length ? ['None'] : []),
  ]);
}

function union(types: readonly string[]): string {
  const all = [...new Set(types.flatMap((type) => (type.includes('[') ? [type] : type.split(' | '))))];
  return all.includes('Any') ? 'Any' : all.join(' | ');
}

function nameIn(reference: string): string {
  return reference.replace('#/components/schemas/', '');
}

export function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

function comment(text: string | undefined): string {
  return text === undefined ? '' : `    # ${text.replaceAll('\n', ' ')}\n`;
}
