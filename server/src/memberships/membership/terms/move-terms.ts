/** Moves the open terms of a program to a new version of its rules. */

import type { MemberId, ProgramId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { moveTerms, readStaleMembers } from './pg-move-terms.ts';
import { refreshTerms } from './refresh-terms.ts';

/** How many members are evaluated again before the call is answered. A worker evaluates the others soon after. */
const AT_ONCE = 2_000;
const BATCH = 500;

/**
 * Moves the terms and returns how many. The caller has stored the version and checked that it has every category in
 * use.
 */
export async function moveOpenTerms(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  programId: ProgramId,
  version: number,
): Promise<number> {
  const moved = await moveTerms(tools, programId, version, tools.now());
  for (let done = 0; done < Math.min(moved, AT_ONCE); done += BATCH) {
    await refreshBatch(tools, who, await readStaleMembers(tools, BATCH, programId));
  }
  return moved;
}

/** One step of the worker; returns how many members were recounted. */
export async function refreshStaleTerms(tools: Pick<Tools, 'query' | 'now'>): Promise<number> {
  const members = await readStaleMembers(tools, BATCH);
  await refreshBatch(tools, undefined, members);
  return members.length;
}

async function refreshBatch(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who | undefined,
  members: readonly MemberId[],
): Promise<void> {
  if (members.length > 0) await refreshTerms(tools, who, members);
}
