/** Rows that were posted together, in a roster, an import or a marking, with the result of each. */

import { Type } from 'typebox';
import type { Language } from '../../http/language.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import type { AppError, ErrorCode, Text } from '../../kernel/errors.ts';
import type {
  CourseId,
  IdByPrefix,
  ImportId,
  KeyId,
  MarkingId,
  MemberId,
  OrganizerId,
  RosterId,
} from '../../kernel/ids.ts';
import { EXAMPLE_POSTINGS } from './example-postings.ts';

export const POSTING_KINDS = ['roster', 'import', 'marking'] as const;
export const POSTING_STATUSES = ['completed', 'applied_nothing', 'undone'] as const;
/** `not_applied`: valid, but not stored because of another row. */
export const ROW_STATUSES = ['created', 'updated', 'duplicate', 'rejected', 'not_applied'] as const;

export type PostingKind = (typeof POSTING_KINDS)[number];
type PostingStatus = (typeof POSTING_STATUSES)[number];
export type RowStatus = (typeof ROW_STATUSES)[number];

export type PostingId = RosterId | ImportId | MarkingId;

export const POSTING_PREFIX = { import: 'imp', roster: 'rst', marking: 'mrk' } as const satisfies Record<
  PostingKind,
  keyof IdByPrefix
>;

type Summary = { rows: number } & Record<Exclude<RowStatus, 'not_applied'>, number>;

/** A posted row with its verdict. */
export type JudgedRow = {
  number: number;
  cells: Record<string, unknown>;
  status: RowStatus;
  /** The award, member or term that was made, found or changed. */
  recordId: string | undefined;
  /** The member that the row is about, if known. */
  memberId: MemberId | undefined;
  /** The message repeats no value of the row, because it is stored unencrypted. */
  problem: Pick<AppError, 'code' | 'text'> | undefined;
};

export type Posting = {
  id: PostingId;
  livemode: boolean;
  kind: PostingKind;
  courseId: CourseId | undefined;
  /** The key that posted the table. Undefined if a person posted it. */
  keyId: KeyId | undefined;
  /** The organiser that posted it at its desk. */
  organizerId: OrganizerId | undefined;
  status: PostingStatus;
  summary: Summary;
  /** For a roster: whether its awards get diplomas, and how many diplomas were queued with it. */
  wantsDiplomas: boolean;
  diplomas: number;
  /** The fields of the columns. */
  columns: readonly string[];
  /** The names of the columns as posted, so that tables that are sent back have them too. */
  headers: readonly string[];
  /** Columns that were ignored because they have no meaning here. */
  ignored: readonly string[];
  /** How a table was read: its encoding, or xlsx. Undefined for JSON. */
  encoding: string | undefined;
  createdAt: Date;
  updatedAt: Date;
};

export type Problem = {
  row: number;
  status: RowStatus;
  recordId: string | undefined;
  error: ErrorCode | string | undefined;
  message: Text | undefined;
};

/** The most rows that an answer lists. The others can be read at `…/rows`. */
export const MOST_PROBLEMS = 100;

export function summaryOf(rows: readonly Pick<JudgedRow, 'status'>[]): Summary {
  const summary: Summary = { rows: rows.length, created: 0, updated: 0, duplicate: 0, rejected: 0 };
  for (const { status } of rows) if (status !== 'not_applied') summary[status] += 1;
  return summary;
}

/** The rows that an answer lists, which are those that had no effect. */
export function problemsOf(rows: readonly JudgedRow[]): Problem[] {
  return rows
    .filter(({ status }) => status === 'duplicate' || status === 'rejected')
    .slice(0, MOST_PROBLEMS)
    .map(({ number, status, recordId, problem }) => ({
      row: number,
      status,
      recordId,
      error: problem?.code,
      message: problem?.text,
    }));
}

const RECORD_FIELD = { import: 'member_id', roster: 'award_id', marking: 'term_id' } as const;

/** The field that names the record of a row. */
export function recordFieldOf(kind: PostingKind): (typeof RECORD_FIELD)[PostingKind] {
  return RECORD_FIELD[kind];
}

const TITLE = { import: 'Import', roster: 'Roster', marking: 'Marking' } as const;

function rowFields(kind: PostingKind) {
  return {
    row: Type.Integer({ description: '1 is the first row below the header.' }),
    status: oneOf(ROW_STATUSES, {
      description:
        '`duplicate`: the record existed already, which is no error. `rejected`: see `error` and `message`. `not_applied`: valid, but not stored because of another row.',
    }),
    [recordFieldOf(kind)]: nullable(Type.String()),
    error: nullable(Type.String()),
    message: nullable(Type.String()),
  };
}

export function postingSchema(kind: PostingKind) {
  return Type.Object(
    {
      id: nullable(Type.String({ description: 'Null for a dry run.' })),
      object: Type.Unsafe<string>({ type: 'string', const: kind }),
      livemode: Type.Boolean(),
      ...(kind === 'roster' && {
        course_id: Type.String(),
        organizer_id: nullable(
          Type.String({ description: 'The organiser that posted it at its desk. Null: the council did.' }),
        ),
      }),
      status: oneOf(POSTING_STATUSES, {
        description:
          '`applied_nothing`: every row was rejected or, with `all_or_nothing`, at least one, so nothing was stored. `undone`: an import whose members were deleted again.',
      }),
      summary: Type.Object(summaryFields(kind)),
      ...(kind === 'roster' && {
        certificates_left: Type.Optional(
          Type.Integer({
            description: 'Certificates left in the allowance, if the roster requests diplomas.',
          }),
        ),
      }),
      encoding: nullable(
        Type.String({
          description: 'How a table was read: utf-8, windows-1252 or xlsx. Null for JSON.',
        }),
      ),
      ignored_columns: Type.Array(Type.String(), { description: 'Unknown columns, which are ignored.' }),
      problems: Type.Array(Type.Object(rowFields(kind)), {
        description: 'The first 100 rows without effect.',
      }),
      created_at: Type.String({ format: 'date-time' }),
      updated_at: Type.String({ format: 'date-time' }),
    },
    { title: TITLE[kind], examples: [EXAMPLE_POSTINGS[kind]] },
  );
}

/** A marking makes no records, and a roster changes none. */
function summaryFields(kind: PostingKind) {
  const count = Type.Integer();
  return {
    rows: count,
    ...(kind !== 'marking' && { created: count }),
    ...(kind !== 'roster' && { updated: count }),
    duplicate: count,
    rejected: count,
    ...(kind === 'roster' && {
      diplomas: Type.Optional(
        Type.Integer({
          description: 'Diplomas requested; each takes one certificate of the allowance.',
        }),
      ),
      diplomas_queued: Type.Optional(
        Type.Integer({
          description:
            'Diplomas that were queued with it. Those of other awards are queued when the awards are approved.',
        }),
      ),
    }),
  };
}

export function postedRowSchema(kind: PostingKind) {
  return Type.Object(
    {
      ...rowFields(kind),
      values: Type.Record(Type.String(), Type.Unsafe<unknown>({}), {
        description: 'As posted; `curp` and `rfc` masked unless the key has `members:identify`.',
      }),
    },
    { title: `${TITLE[kind]}Row` },
  );
}

/** `isDryRun`: nothing of the posting is stored, so it has no id and names no record. */
export function toPostingRecord(
  posting: Posting,
  problems: readonly Problem[],
  language: Language,
  isDryRun = false,
) {
  const { kind, summary } = posting;
  const { rows, created, updated, duplicate, rejected } = summary;
  return {
    id: isDryRun ? null : posting.id,
    object: kind,
    livemode: posting.livemode,
    ...(kind === 'roster' && { course_id: posting.courseId, organizer_id: posting.organizerId ?? null }),
    status: posting.status,
    summary: {
      rows,
      ...(kind !== 'marking' && { created }),
      ...(kind !== 'roster' && { updated }),
      duplicate,
      rejected,
      ...(posting.wantsDiplomas && { diplomas: created, diplomas_queued: isDryRun ? 0 : posting.diplomas }),
    },
    encoding: posting.encoding ?? null,
    ignored_columns: posting.ignored,
    problems: problems.map((problem) => toProblemRecord(posting.kind, problem, language)),
    created_at: posting.createdAt.toISOString(),
    updated_at: posting.updatedAt.toISOString(),
  };
}

export function toProblemRecord(kind: PostingKind, problem: Problem, language: Language) {
  return {
    row: problem.row,
    status: problem.status,
    [recordFieldOf(kind)]: problem.recordId ?? null,
    error: problem.error ?? null,
    message: problem.message?.[language] ?? null,
  };
}

const IDENTIFIERS = ['curp', 'rfc'];

/** Masks all but the last two characters. */
export function masked(identifier: string): string {
  return '*'.repeat(Math.max(0, identifier.length - 2)) + identifier.slice(-2);
}

/**
 * A row for a reader who may not see identifiers. Values other than text are left out, because they cannot be masked.
 */
export function maskedCells(cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) =>
      isIdentifier(column) || isIdentifierValue(cell)
        ? [column, typeof cell === 'string' ? masked(cell) : null]
        : [column, cell],
    ),
  );
}

export function hasIdentifiers(columns: readonly string[]): boolean {
  return columns.some(isIdentifier);
}

/** A column that was left out may hold identifiers too, under a name such as "RFC (anterior)". */
function isIdentifier(column: string): boolean {
  return column
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => IDENTIFIERS.includes(word));
}

/** Whether a cell has the form of a CURP or RFC, whatever its column is. */
function isIdentifierValue(cell: unknown): boolean {
  return typeof cell === 'string' && /^[A-ZÑ&]{3,4}\d{6}(?:[A-Z\d]{3}|[A-Z]{6}[A-Z\d]\d)$/i.test(cell);
}
