/**
 * Cancels a sealed draw, before or after its block is known. The draw keeps its number, seal and result, and stays
 * public with the reason. So a council cannot secretly repeat a draw until it likes the result.
 */

import type { Tools, Who } from '../../operations/operation.ts';
import { tell } from '../events.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import { drawToChange } from './create-draw.ts';
import type { Draw } from './draw.ts';
import { findDraw, markCancelled } from './pg-draws.ts';
import { cancelOpenReviews } from './pg-reviews.ts';
import { assertStatus } from './refusals.ts';

export async function cancelDraw(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
  reason: string,
): Promise<Draw> {
  assertReason(reason);
  const draw = await drawToChange(tools, who, named);
  assertStatus(draw, ['sealing', 'sealed', 'drawn'], 'cancelled');
  const decision = { by: who.by.id, at: tools.now(), reason };
  await markCancelled(tools, draw.id, decision);
  await cancelOpenReviews(tools, draw.id, decision);
  await note(tools, who, 'draw.cancel', draw.id, { number: draw.number, was: draw.status });
  const data = {
    id: draw.id,
    object: 'draw',
    program_id: draw.programId,
    number: draw.number,
    status: 'cancelled',
  };
  await tell(tools, who, [{ type: 'draw.cancelled', data }]);
  return (await findDraw(tools, who, draw.id)) ?? draw;
}
