/** Bodies with one mistake each, and a caller who follows the advice of each refusal literally. */

export type Body = Record<string, unknown>;
type Place = readonly (string | number)[];

export type WrongBody = {
  /** The mistake, for the report of a failure. */
  mistake: string;
  body: Body;
};

/** For each field of a valid body, one mistake of each kind that applies to the field. */
export function wrongBodiesOf(good: Body): WrongBody[] {
  const found: WrongBody[] = [];
  const add = (mistake: string, place: Place, change: (parent: Body, name: string) => void) => {
    const body = structuredClone(good);
    const parent = placeIn(body, place.slice(0, -1)) as Body;
    change(parent, String(place.at(-1)));
    found.push({ mistake: `${mistake} at ${nameOf(place)}`, body });
  };
  for (const { place, value } of fieldsOf(good)) {
    const put = (mistake: string, wrong: unknown) =>
      add(mistake, place, (parent, name) => {
        parent[name] = wrong;
      });
    if (typeof place.at(-1) === 'string') {
      add('misspelt', place, (parent, name) => {
        delete parent[name];
        parent[swapped(name)] = value;
      });
      add('missing', place, (parent, name) => {
        delete parent[name];
      });
      add('one too many', place, (parent) => {
        parent.zzz_unknown = 1;
      });
    }
    put('of another type', typeof value === 'object' ? 'text' : { a: 1 });
    if (typeof value === 'string') {
      put('empty', '');
      put('endless', 'x'.repeat(30_000));
      put('another word', 'no-such-word');
      put('no text', '\u0000');
    }
    if (typeof value === 'number') {
      put('far below', -1e9);
      put('far above', 1e12);
      put('broken', 0.123456);
    }
  }
  return found;
}

/** Each list of the body with two wrong entries appended, and the index of the first of them. */
export function wrongListsOf(good: Body): { body: Body; list: string; first: number }[] {
  return fieldsOf(good)
    .filter(({ value }) => Array.isArray(value) && value.length > 0)
    .map(({ place, value }) => {
      const body = structuredClone(good);
      const list = placeIn(body, place) as unknown[];
      list.push({ zzz: {} }, { zzz: {} });
      return { body, list: nameOf(place), first: (value as unknown[]).length };
    });
}

/** Every field, including those inside lists and objects. */
function fieldsOf(value: unknown, place: Place = []): { place: Place; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const here = [...place, Array.isArray(value) ? Number(name) : name];
    return [{ place: here, value: part }, ...fieldsOf(part, here)];
  });
}

export type Refusal = { field: string; message: string };

/** The field that a refusal is about, which its message names at the beginning. */
export function fieldOf(message: string): string | undefined {
  const [, item, field] = /^(?:(\w+\[\d+\]): )?`([^`]+)` /.exec(message) ?? [];
  return item === undefined ? field : `${item}.${field}`;
}

/**
 * Changes the body exactly as the message says. Returns the changed field; undefined if a program could not follow the
 * message.
 */
export function followAdvice(body: Body, good: Body, { field, message }: Refusal): string | undefined {
  const place = placeNamed(field);
  const parent = placeIn(body, place.slice(0, -1));
  const name = place.at(-1) ?? '';
  if (typeof parent !== 'object' || parent === null) return undefined;
  const holder = parent as Record<string | number, unknown>;
  const rename = /or write `([^`]+)`/.exec(message)?.[1];
  if (message.includes('is not known here')) {
    const value = holder[name];
    delete holder[name];
    if (rename === undefined) return field;
    holder[rename] = value;
    return nameOf([...place.slice(0, -1), rename]);
  }
  const other = /needs the `([^`]+)`/.exec(message)?.[1];
  if (other !== undefined) {
    holder[other] = placeIn(good, [...place.slice(0, -1), other]);
    return other;
  }
  const advised = valueAdvised(message, placeIn(good, place));
  if (advised === undefined) return undefined;
  holder[name] = advised;
  return field;
}

function valueAdvised(message: string, right: unknown): unknown {
  const word = /must be one of `([^`]*)`/.exec(message)?.[1];
  if (word !== undefined) return word;
  const [, bound] = /must be (?:at least|at most) (-?[\d.]*\d)/.exec(message) ?? [];
  if (bound !== undefined) return Number(bound);
  // For "is required", a type, a form or its length, and "must not be empty", the caller uses the right value.
  return right;
}

/** `rules.requirements[2].code` → rules, requirements, 2, code */
function placeNamed(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function nameOf(place: Place): string {
  return place
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function placeIn(value: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined),
    value,
  );
}

/** Two letters in the middle are swapped. */
export function swapped(name: string): string {
  const middle = Math.floor(name.length / 2);
  const [before, after] = [name[middle - 1] ?? '', name[middle] ?? ''];
  if (before === after) return `${name}_`;
  return name.slice(0, middle - 1) + after + before + name.slice(middle + 1);
}
