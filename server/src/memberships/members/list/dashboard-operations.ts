/** The register's operations for the dashboard only: lists with standings, and the preview of an import. */

import { Type } from 'typebox';
import { oneOf } from '../../../http/schema.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import { PaginationSchema } from '../../../operations/list.ts';
import { type Operation, operation } from '../../../operations/operation.ts';
import { optional } from '../../fields.ts';
import { EXAMPLE_IMPORT_TABLE } from '../../posted-tables/example-postings.ts';
import { type JudgedRow, postingSchema, toPostingRecord } from '../../posted-tables/posting.ts';
import { PreviewFields } from '../../posted-tables/preview.ts';
import { tableReader } from '../../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../../posted-tables/read/read-table.ts';
import { ColumnsQuery } from '../../posted-tables/rows-schema.ts';
import { templateOperation } from '../../posted-tables/template.ts';
import { IMPORT_FIELDS } from '../import/import-fields.ts';
import { importMembers, ON_CONFLICT } from '../import/import-members.ts';
import { ImportRowSchema } from '../import/import-row-schema.ts';
import { MemberSchema } from '../member-record.ts';
import { MEMBER_TAG } from '../operations.ts';
import { previewRows } from '../preview-rows.ts';
import { MemberStandingSchema, showStandings } from './member-standing.ts';
import { MEMBERS_QUERY, showList } from './operations.ts';

export const MEMBER_DASHBOARD_OPERATIONS: readonly Operation[] = [
  list(),
  preview(),
  templateOperation({
    path: '/members/import/template',
    operationId: 'getImportTemplate',
    scope: 'members:read',
    tag: MEMBER_TAG,
    fields: IMPORT_FIELDS,
    names: { es: 'miembros', en: 'members' },
  }),
];

/** Lists a page of members with their standings in one call, so that the page needs no further call for each member. */
function list(): Operation {
  return operation({
    method: 'GET',
    path: '/members/standings',
    operationId: 'listMembersWithStandings',
    scope: 'members:read',
    tag: MEMBER_TAG,
    summary: 'List members with their memberships',
    query: MEMBERS_QUERY,
    answers: {
      200: Type.Object(
        {
          members: Type.Array(MemberSchema),
          memberships: Type.Array(MemberStandingSchema, {
            description: 'The memberships of the member, ended ones last.',
          }),
          pagination: PaginationSchema,
        },
        { description: 'One page, newest first unless a `sort` says otherwise.' },
      ),
    },
    refusals: [],
    run: async (tools, asked) => {
      const { who } = asked;
      const { members, pagination, today } = await showList(tools, asked);
      const memberships = await showStandings(tools, who, members, today);
      return { status: 200, body: { members, memberships, pagination } };
    },
  });
}

function preview(): Operation {
  return operation({
    method: 'POST',
    path: '/members/import/preview',
    operationId: 'previewImport',
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary: 'Every row of an import, judged and not stored',
    query: Type.Object({
      on_conflict: optional(oneOf(ON_CONFLICT)),
      program_id: optional(Type.String()),
      clock_id: optional(Type.String()),
      columns: ColumnsQuery,
    }),
    body: Type.Object({ rows: Type.Array(Type.Unsafe<unknown>({})) }),
    table: { maxBytes: MAX_TABLE_BYTES, example: EXAMPLE_IMPORT_TABLE, row: ImportRowSchema },
    answers: { 200: Type.Object({ import: postingSchema('import'), ...PreviewFields }) },
    refusals: ['storage_full'],
    before: tableReader(IMPORT_FIELDS),
    run: async (tools, { who, query, language }, posted) => {
      const { posting, rows } = await importMembers(tools, who, posted, {
        onConflict: query.on_conflict ?? 'skip',
        program: query.program_id,
        clock: query.clock_id,
      });
      const judged = { posted, fields: IMPORT_FIELDS, rows, known: knownBefore(rows) };
      return {
        status: 200,
        body: {
          import: toPostingRecord(posting, [], language, true),
          ...(await previewRows(tools, who, judged, language)),
        },
        isDryRun: true,
      };
    },
  });
}

/** The members of these rows except those that the import would create, which are rolled back with the dry run. */
function knownBefore(rows: readonly JudgedRow[]): MemberId[] {
  const made = new Set(
    rows.flatMap(({ status, memberId }) => (status === 'created' ? (memberId ?? []) : [])),
  );
  return rows.flatMap(({ memberId }) => (memberId === undefined || made.has(memberId) ? [] : memberId));
}
