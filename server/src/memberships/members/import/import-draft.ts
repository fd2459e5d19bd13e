/** A row of an import, from what was posted to its outcome. */

import { AppError } from '../../../kernel/errors.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import type { JudgedRow } from '../../posted-tables/posting.ts';
import type { PostedRow } from '../../posted-tables/read/posted-rows.ts';
import type { Member } from '../member.ts';
import { consentMissing } from '../refusals.ts';
import type { ImportRow } from './read-import-row.ts';

/** A row that was read. `refusal` means that nothing more is done with the row. */
export type Draft = {
  posted: PostedRow;
  row: ImportRow | undefined;
  /** The member that the row would write. If the row names a known member, it is only used for comparison. */
  member: Member | undefined;
  status: JudgedRow['status'];
  /** The member that was made, changed or found. */
  memberId: MemberId | undefined;
  refusal: AppError | undefined;
};

export type GoodDraft = Draft & { member: Member; row: ImportRow };

export function isGood(draft: Draft): draft is GoodDraft {
  return draft.refusal === undefined && draft.member !== undefined && draft.row !== undefined;
}

/** An error in one row is reported for that row alone. */
export function tryRow(draft: Draft, work: () => void): void {
  if (draft.refusal !== undefined) return;
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    draft.refusal = error;
  }
}

/** Returns the error if the row lacks what a new member needs: names, and consent if the page is to be public. */
export function lackOf({ row, member }: GoodDraft): AppError | undefined {
  const missing = (['given_name', 'first_surname'] as const).find((field) => row.input[field] === undefined);
  if (missing !== undefined) {
    return new AppError('validation_failed', {
      en: `\`${missing}\` is required.`,
      es: `\`${missing}\` es obligatorio.`,
    });
  }
  return row.input.public_profile === true && member.consent === undefined ? consentMissing() : undefined;
}

export function toJudgedRow({ posted, status, memberId, refusal }: Draft): JudgedRow {
  return {
    number: posted.number,
    cells: posted.cells,
    status: refusal === undefined ? status : 'rejected',
    recordId: memberId,
    memberId,
    problem: refusal,
  };
}
