/** Decides for each row of an import whether it is a new member, a known one, or matches two people. */

import { AppError } from '../../../kernel/errors.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import { mapInPieces } from '../../../kernel/pacing/pieces.ts';
import type { Member } from '../member.ts';
import type { Holder } from '../pg-holders.ts';
import { taken, type UniqueField } from '../refusals.ts';

/** `lack`: why the row could not be entered as a new member, if it is one. */
type Candidate = { number: number; member: Member; lack: AppError | undefined };

export type Verdict =
  | { kind: 'new' }
  | { kind: 'known'; memberId: MemberId; conflict: AppError }
  /** An earlier row of the same table is about the same member. */
  | { kind: 'repeated'; row: number; memberId: MemberId; conflict: AppError }
  /** The row matches two people, or nobody. */
  | { kind: 'refused'; conflict: AppError };

/**
 * Decides in the order of the rows: of two rows about one person, the first counts. `holders` come from the database.
 */
export function judgeConflicts(
  candidates: readonly Candidate[],
  holders: readonly (readonly Holder[])[],
): Promise<Verdict[]> {
  const seen = new Map<string, { row: number; memberId: MemberId }>();
  return mapInPieces(candidates, ({ number, member, lack }, i): Verdict => {
    const known = holders[i] ?? [];
    const keys = keysOf(member);
    const earlier = keys.flatMap(([field, key]) => {
      const found = seen.get(`${field} ${key}`);
      return found === undefined ? [] : [{ field, ...found }];
    });
    const verdict = judge(known, earlier);
    if (verdict.kind === 'new' && lack !== undefined) return { kind: 'refused', conflict: lack };
    const memberId = verdict.kind === 'known' ? verdict.memberId : member.id;
    if (verdict.kind === 'new' || verdict.kind === 'known')
      for (const [field, key] of keys) seen.set(`${field} ${key}`, { row: number, memberId });
    return verdict;
  });
}

type Earlier = { field: UniqueField; row: number; memberId: MemberId };

function judge(known: readonly Holder[], earlier: readonly Earlier[]): Verdict {
  const [first] = known;
  const other = known.find(({ memberId }) => memberId !== first?.memberId);
  if (other !== undefined) return { kind: 'refused', conflict: taken(other.field, other.memberId) };
  const [before] = earlier;
  if (before !== undefined) {
    const conflict = sameAsRow(before);
    const isOne = earlier.every(({ row }) => row === before.row);
    const isSame = first === undefined || first.memberId === before.memberId;
    if (!isOne || !isSame) return { kind: 'refused', conflict };
    return { kind: 'repeated', row: before.row, memberId: before.memberId, conflict };
  }
  if (first === undefined) return { kind: 'new' };
  return { kind: 'known', memberId: first.memberId, conflict: taken(first.field, first.memberId) };
}

function keysOf(member: Member): [UniqueField, string][] {
  const hex = (mac: Uint8Array | undefined) => mac && Buffer.from(mac).toString('hex');
  const keys: [UniqueField, string | undefined][] = [
    ['member_number', member.memberNumber],
    ['curp', hex(member.curp?.mac)],
    ['rfc', hex(member.rfc?.mac)],
    ['professional_license', member.professionalLicense],
    ['external_id', member.externalId],
  ];
  return keys.filter((entry): entry is [UniqueField, string] => entry[1] !== undefined && entry[1] !== '');
}

function sameAsRow({ field, row, memberId }: Earlier): AppError {
  return new AppError(taken(field, memberId).code, {
    en: `Row ${row} has the same \`${field}\`. Keep one of the two rows.`,
    es: `\`${field}\` es también el de la fila ${row}. Deje una de las dos.`,
  });
}
