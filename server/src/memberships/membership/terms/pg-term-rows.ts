/** Terms with everything that answers show. */

import type { Row } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { MembershipId, TermId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../../operations/list.ts';
import type { Tools } from '../../../operations/operation.ts';
import type { MembershipTerm } from './term.ts';

const COLUMNS = `t.id, t.livemode, t.membership_id, t.number, t.program_version, t.tracks, t.starts_on, t.ends_on, t.extended_until,
  t.extend_reason, t.waivers, t.checklist, t.renewal_id, t.is_void, t.created_at, t.updated_at, t.met, t.counted, t.missing_points`;

/** Lists terms, newest first. Void terms are read only by their id. */
export async function listTerms(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery & { membership_id: MembershipId },
) {
  const filter = ownedBy(owner, 't');
  where(filter, asked.membership_id, (p) => `t.membership_id = ${p} and not t.is_void`);
  const source = { prefix: 'trm', columns: COLUMNS, table: 'membership_terms', alias: 't' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { terms: rows.map(toTerm), pagination };
}

export async function findTerm(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  termId: TermId,
): Promise<MembershipTerm | undefined> {
  const rows = await query(
    `select ${COLUMNS} from membership_terms t where t.account_id = $1 and t.livemode = $2 and t.id = $3`,
    [accountId, livemode, termId],
    'find-term',
  );
  return rows[0] && toTerm(rows[0]);
}

/** Reads terms in the order of their numbers, without void ones. */
export async function readTerms(
  { query }: Pick<Tools, 'query'>,
  membershipIds: readonly MembershipId[],
): Promise<MembershipTerm[]> {
  const rows = await query(
    `select ${COLUMNS} from membership_terms t where t.membership_id = any($1) and not t.is_void
      order by t.membership_id, t.number`,
    [membershipIds],
    'terms-of-memberships',
  );
  return rows.map(toTerm);
}

/** Writes the fields that an operation may change. The stored evaluations are updated separately. */
export async function updateTerm({ query }: Pick<Tools, 'query'>, term: MembershipTerm): Promise<void> {
  await query(
    `update membership_terms set program_version = $2, tracks = $3, starts_on = $4, ends_on = $5, extended_until = $6,
            extend_reason = $7, waivers = $8, checklist = $9, renewal_id = $10, is_void = $11, updated_at = $12 where id = $1`,
    [
      term.id,
      term.programVersion,
      term.tracks,
      term.startsOn,
      term.endsOn,
      term.extendedUntil,
      term.extendReason,
      term.waivers,
      term.checklist,
      term.renewalId,
      term.isVoid,
      term.updatedAt,
    ],
    'update-term',
  );
}

/** Writes the checklists of many terms, in one statement. */
export async function writeChecklists(
  { query }: Pick<Tools, 'query'>,
  marked: readonly { termId: TermId; checklist: MembershipTerm['checklist'] }[],
  now: Date,
): Promise<void> {
  await query(
    `update membership_terms t set checklist = w.checklist, updated_at = $3
       from unnest($1::text[], $2::jsonb[]) as w (id, checklist) where t.id = w.id`,
    [marked.map(({ termId }) => termId), marked.map(({ checklist }) => JSON.stringify(checklist)), now],
    'write-checklists',
  );
}

export async function insertTerm(
  { query }: Pick<Tools, 'query'>,
  { accountId }: Owner,
  term: MembershipTerm,
): Promise<void> {
  await query(
    `insert into membership_terms (id, account_id, livemode, membership_id, number, program_version, tracks, starts_on, ends_on,
       created_at, updated_at, met, counted, missing_points)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13)`,
    [
      term.id,
      accountId,
      term.livemode,
      term.membershipId,
      term.number,
      term.programVersion,
      term.tracks,
      term.startsOn,
      term.endsOn,
      term.createdAt,
      term.met,
      term.counted,
      term.missingPoints,
    ],
    'insert-term',
  );
}

function toTerm(row: Row): MembershipTerm {
  const renewalId = read.optionalText(row, 'renewal_id');
  return {
    id: read.id('trm', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    membershipId: read.id('mbs', row, 'membership_id'),
    number: read.number(row, 'number'),
    programVersion: read.number(row, 'program_version'),
    tracks: read.textList(row, 'tracks'),
    startsOn: read.text(row, 'starts_on'),
    endsOn: read.text(row, 'ends_on'),
    extendedUntil: read.optionalText(row, 'extended_until'),
    extendReason: read.optionalText(row, 'extend_reason'),
    // Waivers and checklist are written only by this file, from validated input.
    waivers: read.record(row, 'waivers'),
    checklist: read.record(row, 'checklist'),
    renewalId: renewalId === undefined ? undefined : read.id('rnw', row, 'renewal_id'),
    isVoid: read.boolean(row, 'is_void'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
    met: read.boolean(row, 'met'),
    counted: read.number(row, 'counted'),
    missingPoints: read.number(row, 'missing_points'),
  };
}
