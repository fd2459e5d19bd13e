/** The preview of a table about members: its columns, and every row with its verdict and the member's name. */

import type { Language } from '../../http/language.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type JudgedRow, maskedCells } from '../posted-tables/posting.ts';
import { toPreviewColumns } from '../posted-tables/preview.ts';
import type { PostedRows } from '../posted-tables/read/posted-rows.ts';
import type { TableFields } from '../posted-tables/read/table-fields.ts';
import { readKnownMembers } from './known-members.ts';

type Judged = {
  posted: PostedRows;
  fields: TableFields;
  rows: readonly JudgedRow[];
  /** Those members of the rows that existed before the posting. By default all of them. */
  known?: readonly MemberId[];
};

export async function previewRows(
  tools: Pick<Tools, 'query'>,
  who: Who,
  { posted, fields, rows, known }: Judged,
  language: Language,
) {
  const ids = known ?? rows.flatMap(({ memberId }) => memberId ?? []);
  const members = await readKnownMembers(tools, who, ids);
  return {
    ...toPreviewColumns(posted, fields, language),
    rows: rows.map(({ number, status, problem, memberId, cells }) => ({
      row: number,
      status,
      error: problem?.code ?? null,
      message: problem?.text[language] ?? null,
      member: (memberId && members.get(memberId)) ?? null,
      values: maskedCells(cells),
    })),
  };
}
