/** Queries and answers for the rows of postings. */

import { type TSchema, Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { XLSX_TYPE } from '../../http/workbook.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type PostingKind, postedRowSchema, ROW_STATUSES } from './posting.ts';

export const RowsQuerySchema = Type.Object({
  limit: LIST_QUERY.limit,
  offset: LIST_QUERY.offset,
  status: Type.Optional(oneOf(ROW_STATUSES)),
  format: Type.Optional(
    oneOf(['json', 'csv', 'xlsx'], {
      default: 'json',
      description: '`csv` and `xlsx` return all rows at once, as a table or a workbook.',
    }),
  ),
});

/** Used to post a table whose columns have other names. */
export const ColumnsQuery = Type.Optional(
  Type.String({
    maxLength: 1_000,
    description:
      "For a table: the field of each column, in order, separated by commas. If a field is empty, the column's own name decides; `-` leaves the column out.",
  }),
);

export const RowsAnswer: Record<PostingKind, TSchema> = {
  import: answerOf('import'),
  roster: answerOf('roster'),
  marking: answerOf('marking'),
};

function answerOf(kind: PostingKind): TSchema {
  const json = Type.Object({ rows: Type.Array(postedRowSchema(kind)), pagination: PaginationSchema });
  return {
    description: 'One page in the order of the table, or all rows as a table.',
    content: {
      'application/json': { schema: json },
      'text/csv': { schema: Type.String() },
      [XLSX_TYPE]: { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) },
    },
  };
}
