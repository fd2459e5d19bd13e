/**
 * The statements that a signature covers, read from their canonical N-Quads. A credential can be spelled in many ways
 * (a term or its IRI, `@nest`, a list of one, a node described in two places), and all of them give the same
 * statements. So the checks read the statements and never the JSON.
 */

import { isKnownWord } from './contexts.ts';

const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** Subject, predicate and object. A fourth part means that the statement is in a graph other than the credential's. */
const QUAD =
  /^(<[^>]*>|_:\S+) <([^>]*)> (<[^>]*>|_:\S+|"(?:[^"\\]|\\.)*")(?:\^\^<[^>]*>|@\S+)?( <[^>]*>| _:\S+)? \.$/;

/** A statement that cannot be judged: it occurs twice where only one is allowed, or uses an unknown term. */
export class UnusableStatements extends Error {}

export class Statements {
  readonly #objects = new Map<string, string[]>();
  readonly #typed = new Map<string, string[]>();
  /** Whether there are statements in other graphs. They are proofs that are part of what is signed. */
  readonly hasOtherGraphs: boolean = false;

  /** Throws `UnusableStatements` for a term that no pinned context has. */
  constructor(nquads: string) {
    for (const line of nquads.split('\n').slice(0, -1)) {
      const [, subject, predicate, object, graph] = QUAD.exec(line) ?? [];
      if (subject === undefined || predicate === undefined || object === undefined)
        throw new UnusableStatements('a statement has another form');
      if (graph !== undefined) {
        this.hasOtherGraphs = true;
        continue;
      }
      if (predicate !== TYPE && !isKnownWord(predicate)) throw new UnusableStatements(predicate);
      const value = plain(object);
      if (predicate === TYPE) add(this.#typed, value, plain(subject));
      add(this.#objects, `${plain(subject)} ${predicate}`, value);
    }
  }

  /** The one node of this type. */
  typed(type: string): string | undefined {
    return only(this.#typed.get(type));
  }

  is(node: string, ...types: readonly string[]): boolean {
    return types.some((type) => this.#typed.get(type)?.includes(node));
  }

  all(node: string | undefined, predicate: string): readonly string[] {
    return this.#objects.get(`${node} ${predicate}`) ?? [];
  }

  one(node: string | undefined, predicate: string): string | undefined {
    return only(this.all(node, predicate));
  }
}

function only(values: readonly string[] = []): string | undefined {
  if (values.length > 1) throw new UnusableStatements('it is said twice');
  return values[0];
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** An IRI without its brackets, a text without its escapes, or the name of a blank node. */
function plain(term: string): string {
  if (term.startsWith('<')) return term.slice(1, -1);
  if (term.startsWith('_:')) return term;
  return term
    .slice(1, -1)
    .replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (_, four, eight, one) => {
      const code = four ?? eight;
      return code === undefined ? (ESCAPES[one] ?? one) : String.fromCodePoint(Number.parseInt(code, 16));
    });
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };
