/** Queues the diplomas of approved awards. */

import type { Tools, Who } from '../../operations/operation.ts';
import { askForDocuments } from '../documents/pg-queue.ts';
import type { Award } from './award.ts';

/**
 * Returns how many diplomas were queued. An award that already has a diploma, finished or in progress, gets no second
 * one.
 */
export async function queueDiplomas(
  tools: Pick<Tools, 'query' | 'newId'>,
  who: Who,
  awards: readonly Pick<Award, 'id' | 'memberId'>[],
  at: Date,
): Promise<number> {
  const wanted = awards.map(({ id, memberId }) => ({ kind: 'diploma', memberId, awardId: id }) as const);
  return (await askForDocuments(tools, who, wanted, who.by, at)).length;
}
