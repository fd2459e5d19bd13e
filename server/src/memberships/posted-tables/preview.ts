/** The preview of a table before it is posted: every row as it was read, with its verdict. Nothing is stored. */

import { type Static, Type } from 'typebox';
import type { Language } from '../../http/language.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import { type JudgedRow, maskedCells, ROW_STATUSES } from './posting.ts';

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
  rows: Type.Array(PreviewRow, { description: 'All of them.' }),
};

export function toPreviewRows(
  rows: readonly JudgedRow[],
  known: ReadonlyMap<string, KnownMember>,
  language: Language,
) {
  return rows.map(({ number, status, problem, memberId, cells }) => ({
    row: number,
    status,
    error: problem?.code ?? null,
    message: problem?.text[language] ?? null,
    member: (memberId && known.get(memberId)) ?? null,
    values: maskedCells(cells),
  }));
}
