/** Reads a posted row: the member, and the membership to open with it. */

import * as read from '../../../database/row-reader.ts';
import { invalidField } from '../../../http/text-rules.ts';
import { dayOf } from '../../fields.ts';
import { isTrack } from '../../membership/tracks.ts';
import { LOCALES, PUBLIC_FIELDS } from '../member.ts';
import type { MemberChange } from '../member-input.ts';

export type ImportRow = {
  input: MemberChange;
  /** Undefined if no membership is to be opened. `program` is an id or an external id. */
  membership:
    | { program: string; startsOn: string | undefined; tracks: string[]; anchor: string | undefined }
    | undefined;
};

type Cells = Record<string, unknown>;

const TEXTS = [
  'given_name',
  'first_surname',
  'second_surname',
  'member_number',
  'email',
  'phone',
  'curp',
  'rfc',
  'professional_license',
  'specialty',
  'specialty_license',
  'member_since',
  'external_id',
] as const;

const REQUIRED: readonly string[] = ['given_name', 'first_surname', 'member_number'];

/** The known columns. `metadata.…` is known too. */
const KNOWN = new Set<string>([
  ...TEXTS,
  ...[
    'locale',
    'public_profile',
    'public_fields',
    'metadata',
    'program_id',
    'starts_on',
    'tracks',
    'anchor',
    'surnames',
  ],
  ...['consent', 'consent.given_at', 'consent.notice_version', 'consent.channel'],
]);

/** Columns that our own table of problems adds, which may be posted back with it. */
const RESULTS = new Set(['status', 'member_id', 'error', 'message']);

export function ignoredColumns(columns: readonly string[]): string[] {
  return columns.filter(
    (column) => !KNOWN.has(column) && !RESULTS.has(column) && !column.startsWith('metadata.'),
  );
}

export function readImportRow(cells: Cells): ImportRow {
  const input: MemberChange = {
    ...textsOf(cells),
    ...maybe('locale', wordOf(cells, 'locale', LOCALES)),
    ...maybe('public_profile', flagOf(cells, 'public_profile')),
    ...maybe('public_fields', publicFieldsOf(cells)),
    ...maybe('consent', consentOf(cells)),
    ...maybe('metadata', metadataOf(cells)),
  };
  return { input, membership: membershipOf(cells) };
}

function maybe<Name extends string, Value>(name: Name, value: Value | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

function textsOf(cells: Cells): Partial<Record<(typeof TEXTS)[number], string>> {
  const found = TEXTS.flatMap((field) => {
    const value = cells[field];
    if (value === undefined || (value === null && REQUIRED.includes(field))) return [];
    // Spreadsheets turn a licence such as 1234567 into a number.
    if (typeof value === 'number' && Number.isFinite(value)) return [[field, String(value)]];
    if (typeof value === 'string' || value === null) return [[field, value]];
    throw invalidField(`\`${field}\``, 'must be text.', 'debe ser texto.');
  });
  return Object.fromEntries(found);
}

function wordOf<Word extends string>(cells: Cells, field: string, words: readonly Word[]): Word | undefined {
  const value = cells[field];
  if (value === undefined || value === null) return undefined;
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  throw invalidField(
    `\`${field}\``,
    `must be one of ${words.join(', ')}.`,
    `debe ser uno de ${words.join(', ')}.`,
  );
}

function flagOf(cells: Cells, field: string): boolean | undefined {
  const value = typeof cells[field] === 'string' ? cells[field].toLowerCase() : cells[field];
  if (value === undefined || value === null) return undefined;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidField(`\`${field}\``, 'must be true or false.', 'debe ser true o false.');
}

/** In a table, several words in one cell are separated by spaces, bars or semicolons. */
function wordsOf(cells: Cells, field: string): string[] | undefined {
  const value = cells[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.split(/[\s|;,]+/).filter((word) => word !== '');
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value;
  throw invalidField(`\`${field}\``, 'must be a list of words.', 'debe ser una lista de palabras.');
}

function publicFieldsOf(cells: Cells) {
  const words = wordsOf(cells, 'public_fields');
  return words?.map((word) => {
    const known = PUBLIC_FIELDS.find((field) => field === word);
    if (known !== undefined) return known;
    const choice = PUBLIC_FIELDS.join(', ');
    throw invalidField('`public_fields`', `may hold ${choice}.`, `puede contener ${choice}.`);
  });
}

function consentOf(cells: Cells): MemberChange['consent'] {
  const { consent } = cells;
  if (consent === null) return null;
  const part = (name: string) =>
    cells[`consent.${name}`] ?? (read.isRecord(consent) ? consent[name] : undefined);
  const [given, version, channel] = [part('given_at'), part('notice_version'), part('channel')];
  if (consent === undefined && [given, version, channel].every((one) => one === undefined)) return undefined;
  if (typeof version === 'string' && typeof channel === 'string' && isTextOrNothing(given))
    return { ...maybe('given_at', given), notice_version: version, channel };
  throw invalidField(
    '`consent`',
    'needs `notice_version` and `channel`.',
    'requiere `notice_version` y `channel`.',
  );
}

function isTextOrNothing(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function metadataOf(cells: Cells): Record<string, string | null> | undefined {
  const { metadata } = cells;
  const dotted = Object.entries(cells)
    .filter(([column]) => column.startsWith('metadata.'))
    .map(([column, value]) => [column.slice('metadata.'.length), value] as const);
  if (metadata === undefined && dotted.length === 0) return undefined;
  const all = [...Object.entries(read.isRecord(metadata) ? metadata : {}), ...dotted];
  const isGood = metadata === undefined || read.isRecord(metadata);
  if (isGood && all.every((entry): entry is [string, string | null] => isTextOrNull(entry[1])))
    return Object.fromEntries(all);
  throw invalidField('`metadata`', 'must hold texts by name.', 'debe contener textos por nombre.');
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function membershipOf(cells: Cells): ImportRow['membership'] {
  const tracks = wordsOf(cells, 'tracks');
  const bad = tracks?.find((track) => !isTrack(track));
  if (bad !== undefined || (tracks?.length ?? 0) > 20)
    throw invalidField(
      '`tracks`',
      'may hold up to 20 codes of lower-case letters, digits and underscores.',
      'puede contener hasta 20 códigos de letras minúsculas, dígitos y guiones bajos.',
    );
  const { program_id: program } = cells;
  const [startsOn, anchor] = [dayIn(cells, 'starts_on'), dayIn(cells, 'anchor')];
  if (typeof program === 'string') return { program, startsOn, tracks: [...new Set(tracks)], anchor };
  if ([startsOn, anchor, tracks, program ?? undefined].every((value) => value === undefined))
    return undefined;
  throw invalidField(
    '`program_id`',
    'is needed with `starts_on`, `anchor` and `tracks`: the id, the external id or the name of a program.',
    'hace falta con `starts_on`, `anchor` y `tracks`: el id, el external_id o el nombre de un programa.',
  );
}

function dayIn(cells: Cells, field: string): string | undefined {
  const value = cells[field] ?? undefined;
  if (typeof value === 'string') return dayOf(field, value);
  if (value === undefined) return undefined;
  throw invalidField(`\`${field}\``, 'must be a day.', 'debe ser un día.');
}
