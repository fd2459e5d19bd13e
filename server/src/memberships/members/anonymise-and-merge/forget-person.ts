/** Forgets the person behind a member: data that refers to the record, documents, and answers kept for retries. */

import { forgetDocuments } from '../../../certificates/erasing/pg-forgotten-documents.ts';
import * as read from '../../../database/row-reader.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import { forgetAnswers } from '../../../operations/idempotency/idempotency.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { eraseDocuments } from '../../documents/pg-erase-documents.ts';
import type { Member } from '../member.ts';
import { type ForgetTools, forgetPlaces } from './person-data.ts';
import { readOwnPapers } from './pg-own-papers.ts';

/**
 * Forgets the person. The caller must have locked the member. Members that were merged into this one are the same
 * person.
 */
export async function forgetPerson(tools: ForgetTools, who: Who, member: Member): Promise<void> {
  const ids = await readSamePerson(tools, member.id);
  const records = await readRecords(tools, ids);
  const papers = await readOwnPapers(tools, ids);
  await forgetPlaces(tools, who, member);
  const issued = await eraseDocuments(tools, member.id, tools.now());
  await forgetAnswers(tools, who.accountId, [...records, ...papers, ...issued]);
  // This step comes last, because other requests that make certificates for the account wait until it is committed.
  await forgetDocuments(tools, who, [...issued, ...papers], tools.now());
}

/** The ids of these members' records. Answers that were kept for retries are found by them. */
export async function readRecords(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<string[]> {
  const rows = await query(RECORDS, [memberIds], 'records-of-member');
  return rows.map((row) => read.text(row, 'id'));
}

const RECORDS = `
  with own as (select id from memberships where member_id = any($1))
  select unnest($1::text[]) as id
  union all select id from own
  union all select id from awards where member_id = any($1)
  union all select id from membership_terms where membership_id in (select id from own)
  union all select id from renewals where membership_id in (select id from own)
  union all select id from member_requests where member_id = any($1)
  union all select id from documents where member_id = any($1)`;

/** The member and all that were merged into it. */
export async function readSamePerson(
  { query }: Pick<Tools, 'query'>,
  memberId: MemberId,
): Promise<MemberId[]> {
  const rows = await query(
    `with recursive same as (
       select $1::text collate "C" as id
       union select m.member_id from merged_members m join same on m.into_id = same.id)
     select id from same`,
    [memberId],
    'same-person',
  );
  return rows.map((row) => read.text(row, 'id') as MemberId);
}
