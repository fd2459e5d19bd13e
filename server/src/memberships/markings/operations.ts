/** Markings, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { optional } from '../fields.ts';
import { EXAMPLE_MARKING_POST, EXAMPLE_MARKING_TABLE } from '../posted-tables/example-postings.ts';
import { postingSchema, problemsOf, toPostingRecord } from '../posted-tables/posting.ts';
import { tableReader } from '../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../posted-tables/read/read-table.ts';
import { readOperations } from '../posted-tables/read-operations.ts';
import { ColumnsQuery } from '../posted-tables/rows-schema.ts';
import { MARKING_FIELDS } from './marking-fields.ts';
import { MarkingRowSchema } from './marking-row-schema.ts';
import { postMarking } from './post-marking.ts';

const TAG = 'Markings';
const DRY_RUN = 'Judges every row and stores nothing.';
const MarkingAnswer = Type.Object({ marking: postingSchema('marking') });

export const MARKING_OPERATIONS: readonly Operation[] = [
  post(),
  ...readOperations({
    kind: 'marking',
    scope: 'memberships:read',
    tag: TAG,
    name: 'Marking',
    unknown: {
      en: 'There is no marking with this id in your account.',
      es: 'No hay ninguna tabla de requisitos con este id en su cuenta.',
    },
  }),
];

function post(): Operation {
  return operation({
    method: 'POST',
    path: '/markings',
    operationId: 'postMarking',
    scope: 'memberships:write',
    tag: TAG,
    summary: 'Mark items of many checklists',
    description:
      'Up to 10,000 rows, as JSON, or as a CSV table or an Excel workbook whose columns are named like the fields or as people name them, in Spanish or English (`Requisito`, `Fecha de pago`). A row names a member and an item, and is about the open term of the membership whose checklist has the item. Each row is judged on its own, all are written together, and posting the same table again changes nothing. A later row about the same item goes before an earlier one.',
    query: Type.Object({
      dry_run: optional(oneOf(['true', 'false'], { description: DRY_RUN })),
      columns: ColumnsQuery,
    }),
    body: Type.Object(
      {
        rows: Type.Array(Type.Unsafe<unknown>({}), {
          description:
            'Each has an identifier of a member, `item`, and may have `program_id`, `year`, `done`, `done_on`, `note`.',
        }),
        dry_run: optional(Type.Boolean({ default: false, description: DRY_RUN })),
      },
      { examples: [EXAMPLE_MARKING_POST] },
    ),
    table: { maxBytes: MAX_TABLE_BYTES, example: EXAMPLE_MARKING_TABLE, row: MarkingRowSchema },
    answers: {
      200: { ...MarkingAnswer, description: 'The result of a dry run: what would happen.' },
      201: { ...MarkingAnswer, description: 'The marking, with the first 100 rows without effect.' },
    },
    refusals: ['roster_too_large', 'storage_full'],
    before: tableReader(MARKING_FIELDS),
    run: async (tools, { who, query, body, language }, posted) => {
      const isDryRun = body?.dry_run ?? query.dry_run === 'true';
      const { posting, rows } = await postMarking(tools, who, posted);
      const marking = toPostingRecord(posting, problemsOf(rows), language, isDryRun);
      if (isDryRun) return { status: 200, body: { marking }, isDryRun };
      return { status: 201, body: { marking }, location: `/markings/${posting.id}` };
    },
  });
}
