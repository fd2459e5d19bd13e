/** The caller's own id for a program, unique in account and mode. */

import { externalIdTaken } from '../../http/metadata.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { findByExternalId } from './pg-programs.ts';
import type { Program } from './program.ts';

/**
 * Refuses an external id that is taken, and names the program that has it. An id that was written in between is refused
 * by the unique index.
 */
export async function assertExternalIdFree(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  { id, externalId }: Program,
): Promise<void> {
  if (externalId === undefined) return;
  const holder = await findByExternalId(tools, owner, externalId);
  if (holder !== undefined && holder !== id) throw externalIdTaken(holder);
}
