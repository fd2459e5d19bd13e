/** Resolves the prefixes of XML names into namespaces, so that no reader depends on how another program spells them. */

import { ProofError } from '../proof-error.ts';
import type { XmlElement } from './xml-reader.ts';

export type NamespacedElement = {
  /** Empty if the element has no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** Only attributes without a prefix, because these belong to the element. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly NamespacedElement[];
  readonly text: string;
};

type Scope = ReadonlyMap<string, string>;

const NO_PREFIXES: Scope = new Map([['', '']]);

/** Throws a `ProofError` if a prefix is not declared. */
export function resolveNamespaces(element: XmlElement, outer: Scope = NO_PREFIXES): NamespacedElement {
  const scope = new Map(outer);
  const attributes = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    if (name === 'xmlns') scope.set('', value);
    else if (name.startsWith('xmlns:')) scope.set(name.slice('xmlns:'.length), value);
    else if (!name.includes(':')) attributes.set(name, value);
  }
  const [prefix, name] = splitName(element.name);
  const namespace = scope.get(prefix);
  if (namespace === undefined) throw malformed(`the prefix ${prefix} is not declared`);
  if (prefix !== '' && namespace === '') throw malformed(`the prefix ${prefix} has no namespace`);
  return {
    namespace,
    name,
    attributes,
    children: element.children.map((child) => resolveNamespaces(child, scope)),
    text: element.text,
  };
}

function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return [name.slice(0, Math.max(0, colon)), name.slice(colon + 1)];
}

function malformed(message: string): ProofError {
  return new ProofError('xml_malformed', message);
}
