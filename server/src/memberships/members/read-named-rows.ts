/** Reads posted rows, each with the member that it names. */

import { mapInPieces } from '../../kernel/pacing/pieces.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import type { PostedRow } from '../posted-tables/read/posted-rows.ts';
import { type FoundMember, findMembers, type WantedMember } from './find-members.ts';

type Named<Row> = {
  posted: PostedRow;
  row: Row;
  /** Undefined if the row names nobody. */
  member: FoundMember | undefined;
};

/** All members are looked up at once. */
export async function readNamedRows<Row extends { member: WantedMember | undefined }>(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  who: Who,
  rows: readonly PostedRow[],
  readRow: (posted: PostedRow) => Row,
): Promise<Named<Row>[]> {
  const read = await mapInPieces(rows, (posted) => ({ posted, row: readRow(posted) }));
  const wanted = read.flatMap(({ row }) => row.member ?? []);
  const found = await findMembers(tools, who, wanted);
  let next = 0;
  return read.map(({ posted, row }) => {
    const member = row.member === undefined ? undefined : found[next++];
    return { posted, row, member };
  });
}
