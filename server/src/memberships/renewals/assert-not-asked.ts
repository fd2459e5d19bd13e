/**
 * Easing a term can decide the renewal that waits for it. So under four eyes, the person who requested the renewal may
 * not ease it.
 */

import type { Tools, Who } from '../../operations/operation.ts';
import { assertMayDecide } from '../four-eyes/four-eyes.ts';
import type { LockedMembership } from '../membership/lock-membership.ts';
import { findOpenRenewal } from './pg-renewals.ts';

export async function assertNotAsked(
  tools: Pick<Tools, 'query'>,
  who: Who,
  { membership }: Pick<LockedMembership, 'membership'>,
): Promise<void> {
  const waiting = await findOpenRenewal(tools, membership.id);
  if (waiting !== undefined) await assertMayDecide(tools, who, waiting.reporters);
}
