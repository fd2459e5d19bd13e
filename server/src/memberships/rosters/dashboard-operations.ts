/** The preview of a roster for the dashboard: every row with its verdict and the member's name. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { certificatesLeft } from '../allowance.ts';
import { optional } from '../fields.ts';
import { previewRows } from '../members/preview-rows.ts';
import { EXAMPLE_ROSTER_TABLE } from '../posted-tables/example-postings.ts';
import { postingSchema, toPostingRecord } from '../posted-tables/posting.ts';
import { PreviewFields } from '../posted-tables/preview.ts';
import { tableReader } from '../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../posted-tables/read/read-table.ts';
import { ColumnsQuery } from '../posted-tables/rows-schema.ts';
import { templateOperation } from '../posted-tables/template.ts';
import { postRoster } from './post-roster.ts';
import { ROSTER_FIELDS } from './roster-fields.ts';
import { RosterRowSchema } from './roster-row-schema.ts';

export const ROSTER_DASHBOARD_OPERATIONS: readonly Operation[] = [
  preview(),
  templateOperation({
    path: '/rosters/template',
    operationId: 'getRosterTemplate',
    scope: 'awards:write',
    tag: 'Rosters',
    fields: ROSTER_FIELDS,
    names: { es: 'lista', en: 'roster' },
  }),
];

function preview(): Operation {
  return operation({
    method: 'POST',
    path: '/courses/:id/rosters/preview',
    operationId: 'previewRoster',
    scope: 'awards:write',
    tag: 'Rosters',
    summary: 'Every row of a roster, judged and not stored',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ approve: optional(oneOf(['true', 'false'])), columns: ColumnsQuery }),
    body: Type.Object({ rows: Type.Array(Type.Unsafe<unknown>({})) }),
    table: { maxBytes: MAX_TABLE_BYTES, example: EXAMPLE_ROSTER_TABLE, row: RosterRowSchema },
    answers: {
      200: Type.Object({
        roster: postingSchema('roster'),
        certificates_left: Type.Integer({
          description: 'Certificates left in the allowance; each diploma uses one.',
        }),
        ...PreviewFields,
      }),
    },
    refusals: [404, 'course_not_accredited', 'claim_closed', 'roster_too_large', 'storage_full'],
    before: tableReader(ROSTER_FIELDS),
    run: async (tools, { who, params, query, language }, posted) => {
      const { posting, rows } = await postRoster(tools, who, params.id, {
        posted,
        isDryRun: true,
        isApproved: query.approve === 'true',
        isAllOrNothing: false,
        wantsDiplomas: false,
      });
      return {
        status: 200,
        body: {
          roster: toPostingRecord(posting, [], language, true),
          certificates_left: await certificatesLeft(tools, who.accountId),
          ...(await previewRows(tools, who, { posted, fields: ROSTER_FIELDS, rows }, language)),
        },
        isDryRun: true,
      };
    },
  });
}
