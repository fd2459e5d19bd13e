/** Stores the posted rows and their results, in the same transaction as their effects, and notes them in the audit log. */

import type { CourseId, OrganizerId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { insertPostedRows } from './pg-posted-rows.ts';
import { insertPosting, setBytes } from './pg-postings.ts';
import { assertRoomForRows } from './posted-room.ts';
import { type JudgedRow, type Posting, type PostingId, type PostingKind, summaryOf } from './posting.ts';
import type { PostedRows } from './read/posted-rows.ts';

type NewPosting = {
  id: PostingId;
  kind: PostingKind;
  courseId?: CourseId;
  organizerId?: OrganizerId | undefined;
  /** False if one bad row prevented all rows from being stored. */
  isApplied: boolean;
  posted: Pick<PostedRows, 'columns' | 'named' | 'encoding'>;
  ignored: readonly string[];
  rows: readonly JudgedRow[];
  /** Set only for rosters. */
  wantsDiplomas?: boolean;
  diplomas?: number;
  note(posting: Posting): Promise<void>;
};

export async function writePosting(
  tools: Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys' | 'maxPostedBytes'>,
  who: Who,
  {
    id,
    kind,
    courseId,
    organizerId,
    isApplied,
    posted,
    ignored,
    rows,
    wantsDiplomas = false,
    diplomas = 0,
    note,
  }: NewPosting,
): Promise<Posting> {
  // A full account is refused before its rows are encrypted and written.
  await assertRoomForRows(tools, who, organizerId, 0);
  const now = tools.now();
  const posting: Posting = {
    id,
    livemode: who.livemode,
    kind,
    courseId,
    keyId: who.keyId,
    organizerId,
    status: isApplied ? 'completed' : 'applied_nothing',
    summary: summaryOf(rows),
    wantsDiplomas,
    diplomas,
    columns: posted.columns,
    headers: posted.named?.map(({ header }) => header) ?? posted.columns,
    ignored,
    encoding: posted.encoding,
    createdAt: now,
    updatedAt: now,
  };
  await insertPosting(tools, who, posting);
  const bytes = await insertPostedRows(tools, who, id, rows);
  await setBytes(tools, id, bytes);
  // This locks the account's audit log, so simultaneous postings go on one after the other, and each counts the rows of
  // those before it.
  await note(posting);
  await assertRoomForRows(tools, who, organizerId, bytes);
  return posting;
}
