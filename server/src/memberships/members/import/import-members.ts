/** Enters up to ten thousand members in one transaction: each row is judged separately, but few statements are sent. */

import { AppError } from '../../../kernel/errors.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import { mapInPieces } from '../../../kernel/pacing/pieces.ts';
import { slicesOf } from '../../../kernel/pacing/slices-of.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { assertMay } from '../../../operations/refusal.ts';
import { type Places, placesUnder } from '../../clocks/clock-for-member.ts';
import { clockFull } from '../../clocks/refusals.ts';
import { note } from '../../note-change.ts';
import type { JudgedRow, Posting } from '../../posted-tables/posting.ts';
import type { PostedRow, PostedRows } from '../../posted-tables/read/posted-rows.ts';
import { writePosting } from '../../posted-tables/write-posting.ts';
import { assertAnchor } from '../../programs/anchor.ts';
import { type ApplyInput, openApplyInput } from '../apply-input.ts';
import { blankMember } from '../create-member.ts';
import type { Member } from '../member.ts';
import { newMemberNumbers } from '../member-numbers.ts';
import { findHolders } from '../pg-holders.ts';
import { insertMembers, readMembers, updateMembers } from '../pg-members.ts';
import { memberAnonymised, taken } from '../refusals.ts';
import { type FoundPrograms, findPrograms } from './find-programs.ts';
import { type Draft, type GoodDraft, isGood, lackOf, toJudgedRow, tryRow } from './import-draft.ts';
import { judgeConflicts, type Verdict } from './judge-conflicts.ts';
import { openImportedMemberships } from './open-imported-memberships.ts';
import { lockImports } from './pg-lock-imports.ts';
import { type ImportRow, ignoredColumns, readImportRow } from './read-import-row.ts';

/**
 * How many rows one statement writes. A statement with all rows would take a tenth of a second to write, and other
 * requests would wait.
 */
const SLICE = 250;

export const ON_CONFLICT = ['skip', 'update', 'fail'] as const;

type OnConflict = (typeof ON_CONFLICT)[number];

type ImportOptions = {
  onConflict: OnConflict;
  /** The program for rows that name none: an id or an external id. */
  program: string | undefined;
  /** In test mode: the clock under which new members will live. */
  clock: string | undefined;
};

export async function importMembers(
  tools: Tools,
  who: Who,
  posted: PostedRows,
  { onConflict, program, clock }: ImportOptions,
): Promise<{ posting: Posting; rows: JudgedRow[] }> {
  await lockImports(tools, who);
  const place = clock === undefined ? undefined : await placesUnder(tools, who, clock);
  const apply = await openApplyInput(tools, who);
  const blank = () => ({ ...blankMember(tools, who.livemode), clockId: place?.clock.id });
  const drafts = await readDrafts(posted.rows, { apply, blank, program });
  if (drafts.some(({ row }) => row?.membership !== undefined)) assertMay(who, 'memberships:write');
  const programs = await resolvePrograms(tools, who, drafts);
  await judgeDrafts(tools, who, drafts, onConflict);
  if (place !== undefined) refuseBeyond(drafts, place);
  await changeKnown(tools, who, drafts, apply);
  await enterNew(tools, who, drafts, onConflict);
  await openImportedMemberships(tools, who, drafts, programs);
  const rows = drafts.map(toJudgedRow);
  const posting = await writePosting(tools, who, {
    id: tools.newId('imp'),
    kind: 'import',
    isApplied: rows.some(({ status }) => status !== 'rejected'),
    posted,
    ignored: ignoredColumns(posted.columns),
    rows,
    note: ({ id, summary }) => note(tools, who, 'import.create', id, summary),
  });
  return { posting, rows };
}

/** Reads the rows in pieces, because encrypting and hashing ten thousand identifiers takes a moment. */
function readDrafts(
  rows: readonly PostedRow[],
  { apply, blank, program }: { apply: ApplyInput; blank: () => Member; program: string | undefined },
): Promise<Draft[]> {
  return mapInPieces(rows, (posted) => {
    const draft: Draft = {
      posted,
      row: undefined,
      member: undefined,
      status: 'rejected',
      memberId: undefined,
      refusal: posted.problem,
    };
    tryRow(draft, () => {
      draft.row = readImportRow({ ...(program !== undefined && { program_id: program }), ...posted.cells });
      draft.member = apply(blank(), withoutPublic(draft.row));
    });
    return draft;
  });
}

/**
 * Whether a member may be public depends on consent, possibly given earlier, so it is checked when the row is applied.
 */
function withoutPublic({ input: { public_profile: _, ...input } }: ImportRow): ImportRow['input'] {
  return input;
}

async function resolvePrograms(tools: Tools, who: Who, drafts: readonly Draft[]): Promise<FoundPrograms> {
  const names = drafts.flatMap(({ row }) => row?.membership?.program ?? []);
  const programs = await findPrograms(tools, who, names);
  for (const draft of drafts) {
    const program = programs.get(draft.row?.membership?.program ?? '');
    if (program instanceof AppError) draft.refusal ??= program;
    else if (program !== undefined)
      tryRow(draft, () => assertAnchor(program.rules, draft.row?.membership?.anchor));
  }
  return programs;
}

/** Sets the outcome of each row. */
async function judgeDrafts(tools: Tools, who: Who, drafts: readonly Draft[], onConflict: OnConflict) {
  const good = drafts.filter(isGood);
  const candidates = good.map((draft) => ({
    number: draft.posted.number,
    member: draft.member,
    lack: lackOf(draft),
  }));
  const holders = await findHolders(
    tools,
    who,
    candidates.map(({ member }) => member),
  );
  const verdicts = await judgeConflicts(candidates, holders);
  for (const [i, draft] of good.entries()) settle(draft, verdicts[i] ?? { kind: 'new' }, onConflict);
}

/** A test clock has room for few members. Rows of new members beyond that are refused, each separately. */
function refuseBeyond(drafts: readonly Draft[], { clock, free }: Places): void {
  for (const draft of drafts.filter(({ status }) => status === 'created').slice(free))
    draft.refusal = clockFull(clock);
}

function settle(draft: Draft, verdict: Verdict, onConflict: OnConflict): void {
  if (verdict.kind === 'new') {
    draft.status = 'created';
    return;
  }
  if (verdict.kind !== 'refused') draft.memberId = verdict.memberId;
  if (verdict.kind === 'known' && onConflict === 'update') draft.status = 'updated';
  else if (verdict.kind !== 'refused' && onConflict === 'skip') draft.status = 'duplicate';
  else draft.refusal = verdict.conflict;
}

async function changeKnown(tools: Tools, who: Who, drafts: readonly Draft[], apply: ApplyInput) {
  const known = drafts.filter((draft) => draft.status === 'updated' && isGood(draft));
  const ids = known.flatMap(({ memberId }) => memberId ?? []);
  const before = new Map(
    (await readMembers(tools, who, ids, { isToChange: true })).map((member) => [member.id, member]),
  );
  for (const draft of known) {
    tryRow(draft, () => {
      const member = draft.memberId && before.get(draft.memberId);
      if (member === undefined || member.status === 'anonymised') throw memberAnonymised();
      draft.member = { ...apply(member, draft.row?.input ?? {}), updatedAt: tools.now() };
    });
  }
  const changed = known.filter(isGood).map(({ member }) => member);
  for (const some of slicesOf(changed, SLICE)) await updateMembers(tools, who, some);
}

async function enterNew(
  tools: Tools,
  who: Who,
  drafts: readonly Draft[],
  onConflict: OnConflict,
): Promise<void> {
  const made = drafts.filter(({ status }) => status === 'created').filter(isGood);
  const given = new Set(made.map(({ member }) => member.memberNumber));
  const nameless = made.filter(({ member }) => member.memberNumber === '');
  const numbers = await newMemberNumbers(tools, who, nameless.length, given);
  for (const { member, row } of made) member.publicProfile = row.input.public_profile === true;
  for (const [i, { member }] of nameless.entries()) member.memberNumber = numbers[i] ?? '';
  const members = made.map(({ member }) => member);
  const entered = new Set<MemberId>();
  for (const some of slicesOf(members, SLICE))
    for (const id of await insertMembers(tools, who, some)) entered.add(id);
  for (const draft of made) {
    draft.memberId = draft.member.id;
    if (!entered.has(draft.member.id)) await settleLost(tools, who, draft, onConflict);
  }
}

/** Handles a row whose person was entered by another request during this import. */
async function settleLost(tools: Tools, who: Who, draft: GoodDraft, onConflict: OnConflict): Promise<void> {
  const [holders = []] = await findHolders(tools, who, [draft.member]);
  const [holder] = holders;
  if (holder === undefined) throw new Error('A member was not inserted although no other member conflicts');
  draft.memberId = holder.memberId;
  if (onConflict === 'skip') draft.status = 'duplicate';
  else draft.refusal = taken(holder.field, holder.memberId);
}
