/** Decides a review, or extends its deadline. The membership does not change either way. */

import { invalidField } from '../../http/text-rules.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { invalidTransition, refuse } from '../../operations/refusal.ts';
import { todayOf } from '../calendar.ts';
import { tell } from '../events.ts';
import { dayOf } from '../fields.ts';
import { assertMayDecide } from '../four-eyes/four-eyes.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import { decideOpen, findReview, writeDueDay } from './pg-reviews.ts';
import { reviewNotFound } from './refusals.ts';
import type { Outcome, Review } from './review.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

export async function decideReview(
  tools: Ports,
  who: Who,
  named: string,
  { outcome, reason }: { outcome: Outcome; reason?: string },
): Promise<Review> {
  assertReason(reason);
  if (outcome !== 'passed' && reason === undefined) throw reasonMissing();
  const review = await openReview(tools, who, named, outcome);
  await assertMayDecide(tools, who, review.reporters);
  await decideOpen(tools, review.id, { status: outcome, by: who.by.id, at: tools.now(), reason });
  await note(tools, who, 'review.decide', review.id, { to: outcome, membership_id: review.membershipId });
  const { id, drawId: draw_id, membershipId: membership_id, memberId: member_id } = review;
  const data = { id, object: 'review', draw_id, membership_id, member_id, status: outcome };
  await tell(tools, who, [{ type: 'review.decided', data }]);
  return (await findReview(tools, who, review.id)) ?? review;
}

export async function extendReview(tools: Ports, who: Who, named: string, until: string): Promise<Review> {
  const dueOn = dayOf('due_on', until);
  const review = await openReview(tools, who, named, 'extended');
  const today = await todayOf(tools, who);
  if (dueOn < today)
    throw invalidField(
      '`due_on`',
      `must not lie before today, ${today}.`,
      `no debe ser anterior a hoy, ${today}.`,
    );
  await writeDueDay(tools, review.id, dueOn, tools.now());
  await note(tools, who, 'review.extend', review.id, { on: dueOn, membership_id: review.membershipId });
  return (await findReview(tools, who, review.id)) ?? review;
}

export async function reviewNamed(tools: Ports, owner: Owner, named: string): Promise<Review> {
  const id = parseId('rvw', named);
  const review = id && (await findReview(tools, owner, id));
  if (review === undefined) throw reviewNotFound();
  return review;
}

async function openReview(tools: Ports, owner: Owner, named: string, to: string): Promise<Review> {
  const id = parseId('rvw', named);
  const review = id && (await findReview(tools, owner, id, 'for update of r'));
  if (review === undefined) throw reviewNotFound();
  if (review.status === 'open') return review;
  return refuse(
    invalidTransition(review.id, review.status, to, {
      en: 'A decided review does not change any more.',
      es: 'Una revisión decidida ya no cambia.',
    }),
  );
}

function reasonMissing() {
  return invalidField(
    '`reason`',
    'is required unless the outcome is `passed`, because the member reads it.',
    'es obligatorio salvo que `outcome` sea `passed`; el miembro lo lee.',
  );
}
