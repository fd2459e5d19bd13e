/** The preview of a marking for the dashboard: every row with its verdict and the member's name. */

import { Type } from 'typebox';
import { type Operation, operation } from '../../operations/operation.ts';
import { previewRows } from '../members/preview-rows.ts';
import { EXAMPLE_MARKING_TABLE } from '../posted-tables/example-postings.ts';
import { postingSchema, toPostingRecord } from '../posted-tables/posting.ts';
import { PreviewFields } from '../posted-tables/preview.ts';
import { tableReader } from '../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../posted-tables/read/read-table.ts';
import { ColumnsQuery } from '../posted-tables/rows-schema.ts';
import { templateOperation } from '../posted-tables/template.ts';
import { MARKING_FIELDS } from './marking-fields.ts';
import { MarkingRowSchema } from './marking-row-schema.ts';
import { postMarking } from './post-marking.ts';

const TAG = 'Markings';

export const MARKING_DASHBOARD_OPERATIONS: readonly Operation[] = [
  preview(),
  templateOperation({
    path: '/markings/template',
    operationId: 'getMarkingTemplate',
    scope: 'memberships:write',
    tag: TAG,
    fields: MARKING_FIELDS,
    names: { es: 'requisitos', en: 'checklists' },
  }),
];

function preview(): Operation {
  return operation({
    method: 'POST',
    path: '/markings/preview',
    operationId: 'previewMarking',
    scope: 'memberships:write',
    tag: TAG,
    summary: 'Every row of a marking, judged and not stored',
    query: Type.Object({ columns: ColumnsQuery }),
    body: Type.Object({ rows: Type.Array(Type.Unsafe<unknown>({})) }),
    table: { maxBytes: MAX_TABLE_BYTES, example: EXAMPLE_MARKING_TABLE, row: MarkingRowSchema },
    answers: { 200: Type.Object({ marking: postingSchema('marking'), ...PreviewFields }) },
    refusals: ['roster_too_large', 'storage_full'],
    before: tableReader(MARKING_FIELDS),
    run: async (tools, { who, language }, posted) => {
      const { posting, rows } = await postMarking(tools, who, posted);
      return {
        status: 200,
        body: {
          marking: toPostingRecord(posting, [], language, true),
          ...(await previewRows(tools, who, { posted, fields: MARKING_FIELDS, rows }, language)),
        },
        isDryRun: true,
      };
    },
  });
}
