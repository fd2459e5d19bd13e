/** Stores the posted rows and their results, in the same transaction as their effects. */

import type { CourseId, OrganizerId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { insertPostedRows } from './pg-posted-rows.ts';
import { insertPosting } from './pg-postings.ts';
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
};

export async function writePosting(
  tools: Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'>,
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
  }: NewPosting,
): Promise<Posting> {
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
  await insertPostedRows(tools, who, id, rows);
  return posting;
}
