/**
 * Writes JSON Schemas as TypeScript. Supports the parts of JSON Schema that our routes use, and fails on anything else.
 * Written by hand, because openapi-typescript needs the JavaScript API that TypeScript 7 does not have, and
 * json-schema-to-typescript would add a whole formatter for what fits on one page.
 */

export type Schema = {
  $ref?: string;
  /** Gives the type its own name. */
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  contentMediaType?: string;
};

export type TypeWriter = {
  /** The type as written where it is used; named types are declared once, separately. */
  typeOf(schema: Schema): string;
  /** Every named type encountered. */
  named(): string[];
};

/**
 * `shared`: the schemas that references point to, by name. `referTo` names a type that is declared elsewhere; undefined
 * if the type must be written here.
 */
export function makeTypeWriter(
  shared: Readonly<Record<string, Schema>>,
  referTo: (shape: string, title?: string) => string | undefined = () => undefined,
): TypeWriter {
  let declarations = new Map<string, string>();

  function typeOf(schema: Schema): string {
    const [name, found] = schema.$ref === undefined ? [schema.title, schema] : resolve(schema.$ref);
    const before = new Map(declarations);
    const shape = shapeOf(found);
    const reference = referTo(shape, name);
    // The types that it contains are declared elsewhere too, so the ones just written are dropped.
    if (reference !== undefined) declarations = before;
    return reference ?? (name === undefined ? shape : named(name, found));
  }

  function resolve(reference: string): [name: string, schema: Schema] {
    const name = reference.replace(/#$/, '');
    const schema = shared[name];
    if (schema === undefined) throw new Error(`nothing is shared as ${reference}`);
    return [name, schema];
  }

  function named(name: string, schema: Schema): string {
    const before = declarations.get(name);
    // The name is reserved before the types inside are written.
    if (before === undefined) declarations.set(name, '');
    const declaration = declarationOf(name, schema);
    if (before && before !== declaration) throw new Error(`two different types are called ${name}`);
    declarations.set(name, declaration);
    return name;
  }

  function declarationOf(name: string, schema: Schema): string {
    if (schema.enum === undefined) return `export type ${name} = ${shapeOf(schema)};`;
    const list = listName(name);
    const words = schema.enum.map(literal).join(', ');
    return `export const ${list} = [${words}] as const;\nexport type ${name} = (typeof ${list})[number];`;
  }

  function shapeOf(schema: Schema): string {
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
    if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
    if (schema.type === undefined) return 'unknown';
    return [schema.type]
      .flat()
      .map((type) => shapeOfType(type, schema))
      .join(' | ');
  }

  function shapeOfType(type: string, schema: Schema): string {
    if (type === 'integer' || type === 'number') return 'number';
    if (type === 'string') return schema.contentMediaType === undefined ? 'string' : 'File';
    if (type === 'boolean' || type === 'null') return type;
    if (type === 'array' && schema.items !== undefined) return `readonly ${inArray(typeOf(schema.items))}[]`;
    if (type === 'object' && schema.properties !== undefined) return objectOf(schema, schema.properties);
    if (type === 'object' && schema.patternProperties !== undefined)
      return `Readonly<Record<string, ${Object.values(schema.patternProperties).map(typeOf).join(' | ')}>>`;
    throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }

  /** An optional field may also be undefined: both are the same on the wire. */
  function objectOf({ required = [] }: Schema, properties: Readonly<Record<string, Schema>>): string {
    if (Object.keys(properties).length === 0) return 'object';
    return shortBlock(
      Object.entries(properties).map(([name, schema]) => {
        const isNeeded = required.includes(name);
        const type = isNeeded ? typeOf(schema) : `${typeOf(schema)} | undefined`;
        return `${commentOf(schema)}${name}${isNeeded ? '' : '?'}: ${type};`;
      }),
    );
  }

  return { typeOf, named: () => [...declarations.values()] };
}

/** `{ … }` over several lines. */
export function block(lines: readonly string[]): string {
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`;
}

/** Writes the block on one line, where it fits. */
function shortBlock(lines: readonly string[]): string {
  const line = `{ ${lines.join(' ').replace(/;$/, '')} }`;
  return line.length <= 90 && !/\n|\/\*/.test(line) ? line : block(lines);
}

function commentOf({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description} */\n`;
}

function inArray(type: string): string {
  return type.includes(' ') && !type.startsWith('{') ? `(${type})` : type;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** `ProofType`: `PROOF_TYPES`. */
function listName(name: string): string {
  return `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}S`;
}
