/** Extends a term: more time to earn what is missing. */

import { invalidField } from '../../../http/text-rules.ts';
import type { TermId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { dayOf } from '../../fields.ts';
import { note } from '../../note-change.ts';
import { assertReason } from '../../reason.ts';
import { assertNotAsked } from '../../renewals/assert-not-asked.ts';
import { addMonthsTo, MOST_EXTENSION_MONTHS } from '../../standing/days.ts';
import { lockOpenTerm } from '../lock-membership.ts';
import { updateTerm } from './pg-term-rows.ts';
import { refreshTerms } from './refresh-terms.ts';

/** Extending again replaces the day. The reason is not written to the audit log, because it may mention an illness. */
export async function extendTerm(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
  { until, reason }: { until: string; reason: string },
): Promise<TermId> {
  assertReason(reason);
  const extendedUntil = dayOf('until', until);
  const { term, membership } = await lockOpenTerm(tools, who, id);
  await assertNotAsked(tools, who, { membership });
  assertInReach(term.endsOn, extendedUntil);
  await updateTerm(tools, { ...term, extendedUntil, extendReason: reason, updatedAt: tools.now() });
  await refreshTerms(tools, who, [membership.memberId]);
  const change = { from: term.extendedUntil ?? null, to: extendedUntil };
  await note(tools, who, 'term.extend', term.id, { extended_until: change });
  return term.id;
}

function assertInReach(endsOn: string, until: string): void {
  const latest = addMonthsTo(endsOn, MOST_EXTENSION_MONTHS);
  if (until > endsOn && until <= latest) return;
  throw invalidField(
    '`until`',
    `must lie after the end of the term, ${endsOn}, and at most ${MOST_EXTENSION_MONTHS} months later, ${latest}.`,
    `debe ser posterior al fin del periodo, ${endsOn}, y a lo más ${MOST_EXTENSION_MONTHS} meses después, ${latest}.`,
  );
}
