/**
 * Turns every schema with a title into a component of that name, and every use of the schema into a reference. Client
 * generators then make one type of it.
 */

type Node = Record<string, unknown>;

export type NamedDocument = {
  paths?: object;
  webhooks?: object;
  components?: { schemas?: Record<string, unknown> };
};

/**
 * A component while it is collected: its schema without descriptions, and every place that refers to it, with the
 * description given at that place.
 */
type Named = { schema: Node; places: { place: Node; description: unknown }[] };

/** Changes the document in place. Throws if two different schemas have the same name. */
export function nameSchemas(document: NamedDocument): void {
  const named = new Map<string, Named>();
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const { title: _, ...inside } = liftInside(schema as Node, named);
    keep(named, name, inside);
  }
  document.paths = lift(document.paths ?? {}, named) as object;
  if (document.webhooks !== undefined) document.webhooks = lift(document.webhooks, named) as object;
  for (const component of named.values()) tellOnce(component);
  document.components = {
    ...document.components,
    schemas: referredTo([document.paths, document.webhooks], named),
  };
}

/** Works from the inside out, so that equal schemas are recognised as equal at any depth. */
function lift(value: unknown, named: Map<string, Named>): unknown {
  if (Array.isArray(value)) return value.map((item) => lift(item, named));
  if (!isNode(value)) return value;
  const node = liftInside(value, named);
  return isTitled(node) ? refer(node, named) : node;
}

function liftInside(node: Node, named: Map<string, Named>): Node {
  const entries = Object.entries(node);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, IS_SENT.has(key) ? value : lift(value, named)]),
  );
}

/** Fields whose values are data and not schemas. */
const IS_SENT = new Set(['example', 'examples', 'default', 'const', 'enum']);

function isTitled(node: Node): node is Node & { title: string } {
  const isSchema = isNode(node.properties) || Array.isArray(node.anyOf) || Array.isArray(node.oneOf);
  return typeof node.title === 'string' && isSchema;
}

function refer({ title, description, ...node }: Node & { title: string }, named: Map<string, Named>): Node {
  const { isNullable, schema } = withoutNull(node);
  const reference = { $ref: `#/components/schemas/${title}` };
  const place: Node = isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  keep(named, title, schema).places.push({ place, description });
  return place;
}

function keep(named: Map<string, Named>, name: string, schema: Node): Named {
  const before = named.get(name);
  if (before === undefined) {
    const first = { schema, places: [] };
    named.set(name, first);
    return first;
  }
  if (JSON.stringify(before.schema) !== JSON.stringify(schema))
    throw new Error(`two different schemas are called ${name}`);
  return before;
}

/** Separates the schema from whether null is allowed, because that depends on where the component is used. */
function withoutNull(schema: Node): { isNullable: boolean; schema: Node } {
  const { type } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return { isNullable: false, schema };
  return { isNullable: true, schema: { ...schema, type: type.find((one) => one !== 'null') } };
}

/**
 * A description that is the same at every reference moves to the component. Different descriptions stay at their
 * references.
 */
function tellOnce({ schema, places }: Named): void {
  const words = new Set(places.map(({ description }) => description));
  const [only] = words;
  if (words.size === 1 && only !== undefined) schema.description = only;
  else
    for (const { place, description } of places)
      if (description !== undefined) place.description = description;
}

/** The components that something refers to, by name. */
function referredTo(uses: unknown, named: Map<string, Named>): Record<string, Node> {
  const found = new Map<string, Node>();
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = named.get(name)?.schema;
      if (schema === undefined || found.has(name)) continue;
      found.set(name, schema);
      look(schema);
    }
  };
  look(uses);
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, toldApart(schema, found)]));
}

/**
 * Describes a union of components that differ in one constant field. Clients distinguish the components by that field.
 */
function toldApart({ anyOf, ...schema }: Node, named: Map<string, Node>): Node {
  if (!Array.isArray(anyOf)) return schema;
  const references = anyOf.map((one: Node) => String(one.$ref));
  const kinds = references.map((reference) => named.get(reference.split('/').at(-1) ?? ''));
  const field = Object.keys(propertiesOf(kinds[0])).find((name) => isToldBy(name, kinds));
  if (field === undefined) return { ...schema, anyOf };
  const mapping = references.map((reference, at) => [constantOf(kinds[at], field), reference]);
  return {
    ...schema,
    oneOf: anyOf,
    discriminator: { propertyName: field, mapping: Object.fromEntries(mapping) },
  };
}

function isToldBy(field: string, kinds: readonly (Node | undefined)[]): boolean {
  const words = kinds.map((kind) => constantOf(kind, field));
  return !words.includes(undefined) && new Set(words).size === kinds.length;
}

function constantOf(kind: Node | undefined, field: string): string | undefined {
  const property = propertiesOf(kind)[field];
  if (!isNode(property)) return undefined;
  const words = Array.isArray(property.enum) ? property.enum : [property.const];
  return words.length === 1 && typeof words[0] === 'string' ? words[0] : undefined;
}

function propertiesOf(kind: Node | undefined): Node {
  return isNode(kind?.properties) ? kind.properties : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
