/** The preview of a table before it is posted: every row as it was read, with its verdict. Nothing is stored. */

import { type Static, Type } from 'typebox';
import type { Language } from '../../http/language.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import { ROW_STATUSES } from './posting.ts';
import { ColumnSchema, toColumnRecord } from './read/name-columns.ts';
import type { PostedRows } from './read/posted-rows.ts';
import type { TableFields } from './read/table-fields.ts';

export const KnownMemberSchema = Type.Object(
  {
    id: Type.String(),
    member_number: Type.String(),
    name: Type.String({ description: 'Empty once the member is anonymised.' }),
  },
  { title: 'KnownMember' },
);

export type KnownMember = Static<typeof KnownMemberSchema>;

const PreviewRow = Type.Object(
  {
    row: Type.Integer({ description: '1 is the first row below the header.' }),
    status: oneOf(ROW_STATUSES),
    error: nullable(Type.String()),
    message: nullable(Type.String()),
    /** The member that the row is about, if already known. */
    member: nullable(Type.Object(KnownMemberSchema.properties)),
    values: Type.Record(Type.String(), Type.Unsafe<unknown>({}), {
      description: 'As they were read; `curp` and `rfc` masked.',
    }),
  },
  { title: 'PreviewRow' },
);

export const PreviewFields = {
  columns: Type.Array(Type.String(), { description: 'In the order of the table.' }),
  named: Type.Array(ColumnSchema, { description: 'What each column was read as.' }),
  fields: Type.Array(Type.Object({ field: Type.String(), label: Type.String() }), {
    description: 'The fields that a column may be.',
  }),
  rows: Type.Array(PreviewRow, { description: 'All of them.' }),
};

/** The fields that were found for the columns, and the fields that can be chosen instead. */
export function toPreviewColumns(
  { columns, named = [] }: Pick<PostedRows, 'columns' | 'named'>,
  fields: TableFields,
  language: Language,
) {
  return {
    columns,
    named: named.map((column) => toColumnRecord(column, fields)),
    fields: Object.entries({ ...fields.labels, ...fields.others }).map(([field, label]) => ({
      field,
      label: label[language],
    })),
  };
}
