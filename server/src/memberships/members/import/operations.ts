/** Imports of members, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../../http/schema.ts';
import { AppError } from '../../../kernel/errors.ts';
import { parseId } from '../../../kernel/ids.ts';
import { type Operation, operation } from '../../../operations/operation.ts';
import { optional } from '../../fields.ts';
import { EXAMPLE_IMPORT_POST, EXAMPLE_IMPORT_TABLE } from '../../posted-tables/example-postings.ts';
import { type JudgedRow, postingSchema, problemsOf, toPostingRecord } from '../../posted-tables/posting.ts';
import { tableReader } from '../../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../../posted-tables/read/read-table.ts';
import { readOperations } from '../../posted-tables/read-operations.ts';
import { ColumnsQuery } from '../../posted-tables/rows-schema.ts';
import { MEMBER_TAG } from '../operations.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { importMembers, ON_CONFLICT } from './import-members.ts';
import { ImportRowSchema } from './import-row-schema.ts';
import { undoImport } from './undo-import.ts';

const Params = Type.Object({ id: Type.String() });
const CONFLICT = 'What to do with a row about an existing member.';
const PROGRAM =
  'The program, by id or external id, for rows that name none: a membership in it is opened for each of them.';
const CLOCK = 'In test mode: the test clock under which new members will live for good.';
const UNKNOWN = {
  en: 'There is no import with this id in your account.',
  es: 'No hay ninguna importación con este id en su cuenta.',
};
const ImportAnswer = Type.Object({ import: postingSchema('import') });

export const IMPORT_OPERATIONS: readonly Operation[] = [
  create(),
  ...readOperations({
    kind: 'import',
    scope: 'members:read',
    tag: MEMBER_TAG,
    name: 'Import',
    unknown: UNKNOWN,
  }),
  undo(),
];

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/members/import',
    operationId: 'importMembers',
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary: 'Import members',
    description:
      'Up to 10,000 rows, as JSON, as a CSV table or as an Excel workbook. Columns have the names of the fields or the names that people use, in Spanish or English (`Apellido paterno`, `Cédula`). For a table, the options are given in the query (`?dry_run=true&on_conflict=update`), and days may be written 31/01/2026. Each row is judged on its own. If the number, CURP, RFC, licence or external id of a row belongs to a member, `on_conflict` decides whether the row is skipped, updates that member or is rejected. With `program_id` (or the external id or the name of a program) a membership is opened, from `starts_on`, with `tracks` and `anchor`; this also needs `memberships:write`, even in a dry run.',
    query: Type.Object({
      dry_run: optional(oneOf(['true', 'false'], { description: 'Judges every row and stores nothing.' })),
      on_conflict: optional(oneOf(ON_CONFLICT, { description: CONFLICT })),
      program_id: optional(Type.String({ description: PROGRAM })),
      clock_id: optional(Type.String({ description: CLOCK })),
      columns: ColumnsQuery,
    }),
    body: Type.Object(
      {
        rows: Type.Array(Type.Unsafe<unknown>({}), { description: 'Fields of members by name.' }),
        dry_run: optional(
          Type.Boolean({ default: false, description: 'Judges every row and stores nothing.' }),
        ),
        on_conflict: optional(oneOf(ON_CONFLICT, { default: 'skip', description: CONFLICT })),
        program_id: optional(Type.String({ maxLength: 100, description: PROGRAM })),
        clock_id: optional(Type.String({ maxLength: 100, description: CLOCK })),
      },
      { examples: [EXAMPLE_IMPORT_POST] },
    ),
    table: { maxBytes: MAX_TABLE_BYTES, example: EXAMPLE_IMPORT_TABLE, row: ImportRowSchema },
    answers: {
      200: { ...ImportAnswer, description: 'The result of a dry run: what would have been done.' },
      201: { ...ImportAnswer, description: 'What was done.' },
    },
    refusals: ['roster_too_large', 'storage_full'],
    before: tableReader(IMPORT_FIELDS),
    run: async (tools, { who, query, body, language }, posted) => {
      const isDryRun = body?.dry_run ?? query.dry_run === 'true';
      const onConflict = body?.on_conflict ?? query.on_conflict ?? 'skip';
      const program = body?.program_id ?? query.program_id;
      const clock = body?.clock_id ?? query.clock_id;
      const options = { onConflict, program, clock };
      const { posting, rows } = await importMembers(tools, who, posted, options);
      const problems = problemsOf(isDryRun ? withoutNewIds(rows) : rows);
      const record = toPostingRecord(posting, problems, language, isDryRun);
      if (isDryRun) return { status: 200, body: { import: record }, isDryRun };
      return { status: 201, body: { import: record }, location: `/imports/${posting.id}` };
    },
  });
}

/** A dry run stores nothing, so it returns no ids. */
function withoutNewIds(rows: readonly JudgedRow[]): JudgedRow[] {
  const made = new Set(rows.flatMap((row) => (row.status === 'created' ? (row.recordId ?? []) : [])));
  return rows.map((row) => (row.recordId && made.has(row.recordId) ? { ...row, recordId: undefined } : row));
}

function undo(): Operation {
  return operation({
    method: 'POST',
    path: '/imports/:id/undo',
    operationId: 'undoImport',
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary: 'Undo an import',
    description:
      'Deletes the members that the import added, with the memberships that it opened for them: all or none, and only while nothing depends on them (`import_in_use`). Members who existed before keep what it changed.',
    params: Params,
    answers: { 200: { ...ImportAnswer, description: 'The import, now `undone`.' } },
    refusals: [404, 'invalid_transition', 'import_in_use', 'legal_hold'],
    run: async (tools, { who, params, language }) => {
      const id = parseId('imp', params.id);
      const posting = id && (await undoImport(tools, who, id));
      if (posting === undefined) throw new AppError('not_found', UNKNOWN);
      return { status: 200, body: { import: toPostingRecord(posting, [], language) } };
    },
  });
}
