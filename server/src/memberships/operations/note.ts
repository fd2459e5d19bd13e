/** Writes the audit log's entry of a change, in the transaction of the change, and the event that tells of it. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { AuditAction } from '../../audit/ports.ts';
import { eventOf, tell } from './events.ts';
import type { Tools, Who } from './operation.ts';

/** `details` never hold personal data: of personal fields only their names. */
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

/** Both values of each field that differs, for the audit log. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { from: unknown; to: unknown }> {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
  );
}
