/** Takes a file as evidence from a member who was drawn, up to the day that the council set. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { type MemberId, parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { invalidTransition, refuse } from '../../operations/refusal.ts';
import { todayOf } from '../calendar.ts';
import { tell } from '../events.ts';
import { assertLines } from '../fields.ts';
import { withReporter } from '../four-eyes/four-eyes.ts';
import { findMemberToChange } from '../members/find-member.ts';
import { note } from '../note-change.ts';
import { lockUnused, noteForReview } from '../own-page/reports/pg-evidence.ts';
import { findReview, noteSent } from './pg-reviews.ts';
import { reviewNotFound } from './refusals.ts';
import { MOST_FILES, type Review } from './review.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

export async function sendEvidence(
  tools: Ports,
  who: Who,
  memberId: MemberId,
  named: string,
  sent: { evidence_id: string; note?: string },
): Promise<void> {
  assertLines('note', sent.note, 2_000);
  await findMemberToChange(tools, who, memberId);
  const review = await ownReview(tools, who, memberId, named);
  await assertMaySend(tools, who, review);
  const evidenceId = parseId('evd', sent.evidence_id);
  const certificateId = evidenceId && (await lockUnused(tools, memberId, evidenceId));
  if (evidenceId === undefined || certificateId === undefined) throw noFile();
  await noteForReview(tools, evidenceId, review.id, sent.note);
  const reporters = await withReporter(tools, who, review.reporters);
  await noteSent(tools, review.id, { reporters, at: tools.now() });
  const { id, drawId: draw_id, membershipId: membership_id } = review;
  await note(tools, who, 'review.send_evidence', id, { membership_id, certificate_id: certificateId });
  const data = { id, object: 'review', draw_id, membership_id, member_id: memberId, status: review.status };
  await tell(tools, who, [{ type: 'review.evidence_sent', data }]);
}

/** Another member's review gives the same 404 as an unknown one. */
async function ownReview(tools: Ports, who: Who, memberId: MemberId, named: string): Promise<Review> {
  const id = parseId('rvw', named);
  const review = id && (await findReview(tools, who, id, 'for update of r'));
  if (review === undefined || review.memberId !== memberId) throw reviewNotFound();
  return review;
}

async function assertMaySend(tools: Ports, who: Who, review: Review): Promise<void> {
  const { id, status, dueOn, evidence, memberId } = review;
  if (status !== 'open')
    refuse(
      invalidTransition(id, status, 'evidence_sent', {
        en: 'A decided review takes no more evidence.',
        es: 'Una revisión decidida ya no recibe evidencia.',
      }),
    );
  const today = await todayOf(tools, who, { memberId });
  if (today > dueOn)
    throw invalidField(
      '`evidence_id`',
      `came after the last day, ${dueOn}. Ask your council for more time.`,
      `llegó después del último día, ${dueOn}. Pida más tiempo a su consejo.`,
    );
  if (evidence.length >= MOST_FILES)
    throw invalidField(
      '`evidence_id`',
      `is one file too many: a review takes at most ${MOST_FILES}.`,
      `es un archivo de más: una revisión admite como máximo ${MOST_FILES}.`,
    );
}

function noFile(): AppError {
  return new AppError('not_found', {
    en: 'Send the file of the evidence first; each file is used once.',
    es: 'Envíe primero el archivo de la evidencia; cada archivo se usa una vez.',
  });
}
