/** Writes the audit entry of a change in the transaction of the change, and the event that reports it. */

import type { AuditAction } from '../audit/actions.ts';
import { changesBetween } from '../audit/changes-between.ts';
import { auditCall, auditParams } from '../audit/note-sql.ts';
import * as read from '../database/row-reader.ts';
import type { Tools, Who } from '../operations/operation.ts';
import { eventOf, tell } from './events.ts';

export { changesBetween };

/** `details` never contain personal data, only the names of personal fields. */
export async function note(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  action: AuditAction,
  target: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { accountId, livemode, by } = who;
  const { query, now } = tools;
  const mode = livemode ? 'live' : 'test';
  const params = auditParams({ accountId, at: now(), action, by, target, details: { ...details, mode } });
  await query(`select ${auditCall(1)}`, params, 'write-audit');
  const event = eventOf(action, target, details);
  if (event !== undefined) await tell(tools, who, [event]);
}

/**
 * The names of changed fields and the keys of changed metadata. Their values are left out, because they may contain
 * personal data.
 */
export function namesOfChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { fields: string[]; metadata_keys?: string[] } {
  const fields = Object.keys(changesBetween(before, after));
  if (!fields.includes('metadata')) return { fields };
  const [old, now] = [before.metadata, after.metadata].map((kept) => (read.isRecord(kept) ? kept : {}));
  return { fields, metadata_keys: Object.keys(changesBetween(old ?? {}, { ...without(old), ...now })) };
}

/** Removed keys count as changed. */
function without(kept: Record<string, unknown> | undefined): Record<string, null> {
  return Object.fromEntries(Object.keys(kept ?? {}).map((key) => [key, null]));
}
