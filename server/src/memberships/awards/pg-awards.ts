/** Awards and their lines. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AwardId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Filter, type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { type Walk, walkList } from '../../operations/walk-list.ts';
import { byIds } from '../by-ids.ts';
import { type ChangedSince, whereChanged } from '../changed-since.ts';
import { pointLines } from '../courses/point-lines.ts';
import type { DocumentStatus } from '../documents/document.ts';
import { stubOf, toStub } from '../documents/stub.ts';
import { type Activity, AWARD_STATUSES, type Award, type AwardStatus, type Evidence } from './award.ts';

const BADGE_CODE =
  '(select b.code from badges b where b.award_id = a.id and b.replaced_at is null) as badge_code';
const COLUMNS = `a.id, a.livemode, a.member_id, a.course_id, a.activity, a.role, a.completed_on, a.hours, a.attendance_percent,
  a.score, a.points, a.evidence, a.status, a.reporters, a.decided_by, a.decided_at, a.decision_reason, a.posting_id, a.entry_seq,
  e.hash, e.prev_hash, ${BADGE_CODE}, ${stubOf('award_id', 'a.id')}, a.external_id, a.metadata, a.created_at, a.updated_at`;
const ENTRY = 'left join ledger_entries e on e.member_id = a.member_id and e.seq = a.entry_seq';
const WITH_ENTRY = `awards a ${ENTRY}`;

const DIPLOMA = 'select from documents d where d.award_id = a.id and d.replaced_by is null';

export type AwardFilter = ChangedSince & {
  member_id?: string;
  course_id?: string;
  program_id?: string;
  category?: string;
  role?: string;
  status?: AwardStatus;
  roster_id?: string;
  completed_after?: string;
  completed_before?: string;
  diploma?: 'none' | DocumentStatus;
};

const SOURCE = { prefix: 'awd', columns: COLUMNS, table: 'awards', alias: 'a', shown: ENTRY } as const;

export async function listAwards(tools: Pick<Tools, 'query'>, owner: Owner, asked: ListQuery & AwardFilter) {
  const { rows, pagination } = await readPage(tools, SOURCE, asked, toFilter(owner, asked));
  return { awards: rows.map(toAward), pagination };
}

/** The awards that the filter matches, for an export. */
export async function* walkAwards(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: AwardFilter,
  walk: Walk,
): AsyncGenerator<Award[]> {
  for await (const rows of walkList(tools, SOURCE, toFilter(owner, asked), walk)) yield rows.map(toAward);
}

function toFilter(owner: Owner, asked: AwardFilter): Filter {
  const filter = ownedBy(owner, 'a');
  where(filter, asked.member_id, (p) => `a.member_id = ${p}`);
  where(filter, asked.course_id, (p) => `a.course_id = ${p}`);
  whereLines(filter, asked);
  where(filter, asked.role, (p) => `a.role = ${p}`);
  where(filter, asked.status, (p) => `a.status = ${p}`);
  where(filter, asked.roster_id, (p) => `a.posting_id = ${p}`);
  where(filter, asked.completed_after, (p) => `a.completed_on > ${p}`);
  where(filter, asked.completed_before, (p) => `a.completed_on < ${p}`);
  whereChanged(filter, 'a', 'awd', asked);
  if (asked.diploma === 'none') filter.conditions.push(`not exists (${DIPLOMA})`);
  else where(filter, asked.diploma, (p) => `exists (${DIPLOMA} and d.status = ${p})`);
  return filter;
}

/**
 * Filters awards by their lines. The index of lines begins with the program, so if none is named, all programs of the
 * account are searched.
 */
function whereLines(filter: Filter, { program_id, category }: AwardFilter): void {
  if (program_id === undefined && category === undefined) return;
  const lines: Filter = { conditions: [], params: filter.params };
  if (program_id === undefined)
    lines.conditions.push(
      'l.program_id in (select id from programs p where p.account_id = $1 and p.livemode = $2)',
    );
  where(lines, program_id, (p) => `l.program_id = ${p}`);
  where(lines, category, (p) => `l.category = ${p}`);
  filter.conditions.push(
    `a.id in (select l.award_id from award_lines l where ${lines.conditions.join(' and ')})`,
  );
}

/**
 * Returns awards in no particular order, without those of other accounts. If requested, they are locked against other
 * decisions.
 */
export async function findAwards(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  awardIds: readonly AwardId[],
  isLocked = false,
): Promise<Award[]> {
  const rows = await query(
    `select ${COLUMNS} from ${WITH_ENTRY} where ${byIds('a')}
      ${isLocked ? 'order by a.id for update of a' : ''}`,
    [accountId, livemode, awardIds],
    isLocked ? 'lock-awards' : 'find-awards',
  );
  return rows.map(toAward);
}

/** The awards of a roster in these states. */
export async function findRosterAwards(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  rosterId: string,
  statuses: readonly AwardStatus[],
): Promise<AwardId[]> {
  const rows = await query(
    `select id from awards where account_id = $1 and livemode = $2 and posting_id = $3 and status = any($4) order by id`,
    [accountId, livemode, rosterId, statuses],
    'roster-awards',
  );
  return rows.map((row) => read.id('awd', row, 'id'));
}

/** Returns those of these rosters that were posted with `diplomas`. */
export async function rostersWithDiplomas(
  { query }: Pick<Tools, 'query'>,
  rosterIds: readonly string[],
): Promise<Set<string>> {
  const rows = await query(
    'select id from postings where id = any($1) and wants_diplomas',
    [rosterIds],
    'rosters-with-diplomas',
  );
  return new Set(rows.map((row) => read.text(row, 'id')));
}

export async function rosterExists(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  rosterId: string,
): Promise<boolean> {
  const rows = await query(
    "select 1 from postings where account_id = $1 and livemode = $2 and id = $3 and kind = 'roster'",
    [accountId, livemode, rosterId],
    'roster-exists',
  );
  return rows.length > 0;
}

function toAward(row: Row): Award {
  const seq = read.optionalNumber(row, 'entry_seq');
  return {
    id: read.id('awd', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    memberId: read.id('mem', row, 'member_id'),
    courseId: row.course_id === null ? undefined : read.id('crs', row, 'course_id'),
    activity: row.activity === null ? undefined : read.shaped(row, 'activity', isActivity, 'an activity'),
    role: read.text(row, 'role'),
    completedOn: read.text(row, 'completed_on'),
    hours: read.optionalNumber(row, 'hours'),
    attendance: read.optionalNumber(row, 'attendance_percent'),
    score: read.optionalNumber(row, 'score'),
    points: pointLines(row, 'points'),
    evidence: read.shaped(row, 'evidence', isEvidence, 'evidence'),
    status: read.oneOf(row, 'status', AWARD_STATUSES),
    reporters: read.optionalTextList(row, 'reporters'),
    decidedBy: read.optionalText(row, 'decided_by'),
    decidedAt: read.optionalDate(row, 'decided_at'),
    decisionReason: read.optionalText(row, 'decision_reason'),
    rosterId: read.optionalText(row, 'posting_id'),
    entry:
      seq === undefined
        ? undefined
        : { seq, hash: read.bytes(row, 'hash'), prevHash: read.bytes(row, 'prev_hash') },
    badgeCode: read.optionalText(row, 'badge_code'),
    diploma: toStub(row),
    externalId: read.optionalText(row, 'external_id'),
    metadata: read.textsByName(row, 'metadata'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

function isActivity(value: unknown): value is Activity {
  return read.isRecord(value) && typeof value.title === 'string';
}

function isEvidence(value: unknown): value is Evidence[] {
  return read.isListOf(value, (item): item is Evidence => read.isRecord(item));
}
