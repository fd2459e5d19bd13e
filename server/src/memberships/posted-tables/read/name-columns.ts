/**
 * Finds the field that each column of a table means. Columns may have the names that people use, in Spanish or English,
 * with or without accents and even with a typing error. The caller may also name the field of each column.
 */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../../http/schema.ts';
import { invalidField } from '../../../http/text-rules.ts';
import type { TableFields } from './table-fields.ts';

/**
 * How the field was found. `given`: the caller named it. `name`: the field's own name. `word`: another word for it.
 * `similar`: nearly such a word.
 */
const HOW = ['given', 'name', 'word', 'similar', 'unknown'] as const;

export type NamedColumn = {
  /** The name as it is in the table. */
  header: string;
  /** The field. If the column means nothing here, a made-up name under which its cells are kept. */
  key: string;
  how: (typeof HOW)[number];
};

export const ColumnSchema = Type.Object(
  {
    column: Type.String({ description: 'The name of the column in the table.' }),
    field: nullable(Type.String({ description: 'What it was read as. Null if it is left out.' })),
    how: oneOf(HOW, {
      description:
        '`given`: by `columns`. `name`: the name of the field. `word`: another word for it. `similar`: nearly such a word. `unknown`: left out.',
    }),
  },
  { title: 'TableColumn' },
);

export function toColumnRecord({ header, key, how }: NamedColumn, { words }: TableFields) {
  return { column: header, field: isField(key, words) ? key : null, how };
}

/** The value in `columns` for a column that is to be ignored. */
const LEFT_OUT = '-';

/** `given`: the fields of the columns, in order. If an entry is empty, the column's name decides. */
export function nameColumns(
  headers: readonly string[],
  { words, results = [] }: TableFields,
  given: string | undefined,
): NamedColumn[] {
  const asked = given === undefined ? [] : askedFields(given, headers.length, words);
  const taken = new Set(asked.filter((field) => field !== '' && field !== LEFT_OUT));
  const named: (NamedColumn | undefined)[] = headers.map((header, i) => {
    const field = asked[i] ?? '';
    if (field === LEFT_OUT) return { header, key: '', how: 'unknown' };
    return field === '' ? undefined : { header, key: field, how: 'given' };
  });
  // The surest matches first: of "Correo" and "Correos", the first one is the e-mail.
  for (const find of [byName, byWord, bySimilarWord]) {
    for (const [i, header] of headers.entries()) {
      const isFree = named[i] === undefined && !results.includes(header.toLowerCase());
      const found = isFree ? find(header, words) : undefined;
      if (found === undefined || taken.has(found.key)) continue;
      taken.add(found.key);
      named[i] = { header, ...found };
    }
  }
  return headers.map((header, i) => {
    const column = named[i] ?? { header, key: '', how: 'unknown' as const };
    return column.key === '' ? { ...column, key: freeKey(header, taken, words) } : column;
  });
}

/** How many fields this row would name if it were the header. */
export function countNamed(headers: readonly string[], { words }: TableFields): number {
  return headers.filter((header) => byName(header, words) ?? byWord(header, words)).length;
}

function askedFields(given: string, count: number, words: TableFields['words']): string[] {
  const asked = given.split(',').map((field) => field.trim());
  const unknown = asked.find((field) => field !== '' && field !== LEFT_OUT && !isField(field, words));
  if (unknown !== undefined)
    throw invalidField('`columns`', `names no field: ${unknown}.`, `no nombra ningún campo: ${unknown}.`);
  const doubled = asked.find((field, i) => field !== '' && field !== LEFT_OUT && asked.indexOf(field) < i);
  if (doubled !== undefined)
    throw invalidField(
      '`columns`',
      `gives the field \`${doubled}\` to two columns.`,
      `da el campo \`${doubled}\` a dos columnas.`,
    );
  if (asked.length <= count) return asked;
  throw invalidField(
    '`columns`',
    `names ${asked.length} columns; the table has ${count}.`,
    `nombra ${asked.length} columnas y la tabla tiene ${count}.`,
  );
}

type Words = TableFields['words'];
type Found = Pick<NamedColumn, 'key' | 'how'>;

function isField(key: string, words: Words): boolean {
  return Object.hasOwn(words, key) || /^metadata\../.test(key);
}

function byName(header: string, words: Words): Found | undefined {
  const name = header.toLowerCase();
  return isField(name, words) ? { key: name, how: 'name' } : undefined;
}

function byWord(header: string, words: Words): Found | undefined {
  // A long text is not a column's name, so it is not examined any further.
  const field = header.length > MOST_CHARS ? undefined : plainWords(words).get(plainName(header));
  return field === undefined ? undefined : { key: field, how: 'word' };
}

const MOST_CHARS = 100;
const plainOf = new WeakMap<Words, Map<string, string>>();

/** Maps words to fields. The field's own name is one of them, so "Member since" means `member_since`. */
function plainWords(words: Words): Map<string, string> {
  const known = plainOf.get(words);
  if (known !== undefined) return known;
  const made = new Map(
    Object.entries(words).flatMap(([field, names]) =>
      [field, ...names].map((word) => [plainName(word), field] as const),
    ),
  );
  plainOf.set(words, made);
  return made;
}

/** One or two letters may be wrong, missing, doubled or swapped, if the nearest word belongs to only one field. */
function bySimilarWord(header: string, words: Words): Found | undefined {
  const plain = header.length > MOST_CHARS ? '' : plainName(header);
  const most = plain.length < SHORT ? 0 : plain.length < LONG ? 1 : 2;
  if (most === 0) return undefined;
  const slips = new Map<string, number>();
  for (const [word, field] of plainWords(words))
    slips.set(field, Math.min(slips.get(field) ?? most + 1, distance(plain, word, most)));
  const [first, second] = [...slips].filter(([, count]) => count <= most).sort((x, y) => x[1] - y[1]);
  return first === undefined || first[1] === second?.[1] ? undefined : { key: first[0], how: 'similar' };
}

const SHORT = 5;
const LONG = 10;

/** Words that are dropped: "Número de la cédula" becomes "numero cedula", and "Nombre(s)" becomes "nombre". */
const FILLERS = new Set(['de', 'del', 'la', 'el', 'los', 'las', 's', 'es', 'the', 'of', 'o', 'a']);
const NUMBER_WORDS = new Set(['no', 'nro', 'num', 'number', '#']);

export function plainName(header: string): string {
  const words = header
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('#', ' # ')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '');
  // C.U.R.P.
  if (words.length > 1 && words.every((word) => word.length === 1)) return words.join('');
  return words
    .filter((word) => !FILLERS.has(word))
    .map((word) => (NUMBER_WORDS.has(word) ? 'numero' : word))
    .join(' ');
}

/**
 * Optimal string alignment: two swapped letters count as one error. The result `most + 1` stands for any larger
 * distance.
 */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** The name under which the cells of an ignored column are kept. It is never the name of a field. */
function freeKey(header: string, taken: Set<string>, words: Words): string {
  const name = header.toLowerCase();
  for (let n = 1; ; n++) {
    const key = n === 1 ? name : `${name} (${n})`;
    if (taken.has(key) || isField(key, words)) continue;
    taken.add(key);
    return key;
  }
}
