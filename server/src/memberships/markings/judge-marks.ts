/**
 * Decides what each row of a marking changes, by the checklists of the members' open memberships. It does not use the
 * database.
 */

import type { ChecklistItem } from '@sello/rules';
import { type AppError, refusalOf } from '../../kernel/errors.ts';
import type { MemberId, ProgramId, TermId } from '../../kernel/ids.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';
import { dayUpTo } from '../fields.ts';
import { memberAnonymised } from '../members/refusals.ts';
import { noSuchYear } from '../membership/terms/mark-checklist.ts';
import { itemsFor, yearsOf } from '../membership/terms/term.ts';
import { plainName } from '../posted-tables/read/name-columns.ts';
import { type Chain, type ChainTerm, type ChecklistMark, entryKey, newestTerm } from '../standing/chain.ts';
import type { VersionOf } from '../standing/pg-versions.ts';
import type { AskedMark } from './read-row.ts';

type Marks = Record<string, ChecklistMark>;

/** The data by which the rows are judged. */
export type Known = {
  chainsOf: (memberId: MemberId) => readonly Chain[];
  versionOf: VersionOf;
  /** The program that a row names, if there is one. */
  programOf: (name: string) => ProgramId | undefined;
  dayFor: (memberId: MemberId) => string;
};

type MarkVerdict = { kind: 'updated' | 'duplicate'; termId: TermId } | { kind: 'rejected'; refusal: Refusal };

/** Judges rows one after the other: a later row sees what an earlier one of the same table marked. */
export function openJudge(known: Known) {
  const changed = new Map<TermId, Marks>();

  function judge(memberId: MemberId, asked: AskedMark): MarkVerdict {
    const found = findItem(known, memberId, asked);
    if (!('item' in found)) return { kind: 'rejected', refusal: found };
    const { term, item } = found;
    const refused = refusalAgainst(known, memberId, asked, found);
    if (refused !== undefined) return { kind: 'rejected', refusal: refused };
    const marks = changed.get(term.id) ?? term.checklist;
    const key = entryKey(item.code, asked.year);
    const before = Object.hasOwn(marks, key) ? marks[key] : undefined;
    const after = markAfter(before, asked, known.dayFor(memberId));
    if (isSame(before, after)) return { kind: 'duplicate', termId: term.id };
    changed.set(term.id, { ...marks, [key]: after });
    return { kind: 'updated', termId: term.id };
  }

  return { judge, changed: changed as ReadonlyMap<TermId, Marks> };
}

type FoundItem = { term: ChainTerm; item: ChecklistItem };

/** Finds the item in the newest term of an open membership, because only this term is not decided yet. */
function findItem(
  { chainsOf, versionOf, programOf }: Known,
  memberId: MemberId,
  { item: named, program }: AskedMark,
): FoundItem | Refusal {
  const programId = program === undefined ? undefined : programOf(program);
  if (program !== undefined && programId === undefined) return UNKNOWN_PROGRAM;
  const chains = chainsOf(memberId);
  if (chains.some(({ memberStatus }) => memberStatus === 'anonymised')) return memberAnonymised();
  const open = chains.filter(
    (chain) => chain.status !== 'ended' && (programId === undefined || chain.programId === programId),
  );
  if (open.length === 0) return NO_MEMBERSHIP;
  const lists = open.map((chain) => {
    const term = newestTerm(chain);
    return { term, items: itemsFor(versionOf(chain.programId, term.programVersion).checklist, term.tracks) };
  });
  const found = lists.flatMap(({ term, items }) => {
    const item = itemNamed(items, named);
    return item === undefined ? [] : [{ term, item }];
  });
  const [first, second] = found;
  if (first === undefined) return noItem(lists.flatMap(({ items }) => items.map(({ code }) => code)));
  return second === undefined ? first : SEVERAL;
}

/** Finds the item by its code first, then by its name. A name that two items share matches neither. */
function itemNamed(items: readonly ChecklistItem[], named: string): ChecklistItem | undefined {
  const byCode = items.find(({ code }) => code === named.toLowerCase());
  if (byCode !== undefined) return byCode;
  const plain = plainName(named);
  const byName = items.filter(({ name }) => plainName(name) === plain);
  return byName.length === 1 ? byName[0] : undefined;
}

function refusalAgainst(
  { dayFor }: Known,
  memberId: MemberId,
  { year, doneOn }: AskedMark,
  { term, item }: FoundItem,
): AppError | undefined {
  const years = yearsOf(item.period, term);
  if (!years.includes(year)) return noSuchYear(years);
  return refusalOf(() => dayUpTo('done_on', doneOn, dayFor(memberId)));
}

/** Fields that the row leaves out stay as they are, so that the same table may be posted on another day. */
function markAfter(
  before: ChecklistMark | undefined,
  { isDone, doneOn, note }: AskedMark,
  today: string,
): ChecklistMark {
  return {
    done: isDone,
    done_on: isDone ? (doneOn ?? before?.done_on ?? today) : null,
    note: note ?? before?.note ?? null,
    certificate_id: before?.certificate_id ?? null,
  };
}

function isSame(before: ChecklistMark | undefined, after: ChecklistMark): boolean {
  const { done = false, done_on = null, note = null } = before ?? {};
  return done === after.done && done_on === after.done_on && note === after.note;
}

const UNKNOWN_PROGRAM = refusal(
  'validation_failed',
  '`program_id` is neither the id, the external id nor the name of one program of your account.',
  '`program_id` no es ni el id, ni el external_id ni el nombre de un solo programa de su cuenta.',
);

const NO_MEMBERSHIP = refusal(
  'no_membership',
  'The member has no open membership that the row could be about.',
  'El miembro no tiene ninguna membresía abierta de la que pueda tratar la fila.',
);

const SEVERAL = refusal(
  'validation_failed',
  'The item is on the checklists of several programs of the member. Fill in `program_id`.',
  'El punto está en las listas de varios programas del miembro. Llene `program_id`.',
);

function noItem(codes: readonly string[]): Refusal {
  const known = [...new Set(codes)].join(', ');
  return refusal(
    'validation_failed',
    `\`item\` is not on the checklist of the member's term. It has: ${known || 'none'}.`,
    `\`item\` no está en la lista de requisitos del periodo del miembro. Tiene: ${known || 'ninguno'}.`,
  );
}
