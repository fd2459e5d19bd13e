/** Requests the diploma of an award. Returns the existing one, the one in progress, or a new one. */

import { invalidField } from '../../http/text-rules.ts';
import type { DocumentId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import type { Award } from '../awards/award.ts';
import { awardNamed } from '../awards/find-award.ts';
import { askedBefore, askForOne } from '../documents/ask-once.ts';
import { diplomasOf } from '../documents/pg-documents.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import { memberAnonymised } from '../members/refusals.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import { noDiplomaFor } from './refusals.ts';

type AskedDiploma = { reissue?: boolean; reason?: string };

/** `isThere` says whether the diploma is already certified. */
export async function askDiploma(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  named: string,
  { reissue = false, reason }: AskedDiploma,
  once: Uint8Array | undefined,
): Promise<{ id: DocumentId; isThere: boolean }> {
  assertReasonFits(reissue, reason);
  const { memberId } = await awardNamed(tools, who, named);
  const statuses = await lockMembers(tools, who, [memberId]);
  // The award is read again, because it may have been revoked before the lock was taken.
  const award = await awardNamed(tools, who, named);
  const before = await askedBefore(tools, who, once);
  if (before !== undefined) return { id: before, isThere: false };
  const found = await diplomasOf(tools, award.id);
  const good = found.find(({ status }) => status === 'certified');
  if (good !== undefined && !reissue) return { id: good.id, isThere: true };
  if (statuses.get(memberId) === 'anonymised') throw memberAnonymised();
  if (award.status !== 'approved') return refuse(noDiplomaFor(award));
  const underWay = found.find(({ status }) => status !== 'certified');
  if (underWay !== undefined) return { id: underWay.id, isThere: false };
  const why = good !== undefined ? reason : undefined;
  return { id: await ask(tools, who, award, why, once), isThere: false };
}

function assertReasonFits(reissue: boolean, reason: string | undefined): void {
  assertReason(reason);
  if (reissue && reason === undefined) {
    throw invalidField(
      '`reason`',
      'is needed to issue a diploma anew.',
      'es necesario para expedir de nuevo un diploma.',
    );
  }
}

async function ask(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  award: Award,
  reason: string | undefined,
  once: Uint8Array | undefined,
): Promise<DocumentId> {
  const wanted = { kind: 'diploma', memberId: award.memberId, awardId: award.id, reason } as const;
  const id = await askForOne(tools, who, wanted, who.by, once);
  await note(tools, who, 'document.create', id, { kind: 'diploma', award_id: award.id });
  return id;
}
