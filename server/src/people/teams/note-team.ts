/**
 * Writes what happened to seats and invitations into the account's log, and tells integrators, in the transaction of
 * the change.
 */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Query } from '../../database/pool.ts';
import type { WrittenType } from '../../events/event-types.ts';
import { noteEvent } from '../../events/note-event.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Role } from './roles.ts';

type Happening = {
  action:
    | 'person.invite'
    | 'person.join'
    | 'person.change_role'
    | 'person.remove'
    | 'invitation.resend'
    | 'invitation.revoke';
  target: string;
  /** The role of the seat or the invitation; the actor's own role is written as `role`. */
  seat: Role;
  before?: Role;
};

const TOLD: { [Action in Happening['action']]?: WrittenType } = {
  'person.invite': 'person.invited',
  'person.join': 'person.joined',
  'person.change_role': 'person.role_changed',
  'person.remove': 'person.removed',
};

/** Writes only ids and roles, because people may ask to be forgotten, but log and events stay. */
export async function noteTeam(
  query: Query,
  accountId: AccountId,
  by: Actor,
  at: Date,
  { action, target, seat, before }: Happening,
): Promise<void> {
  const details = { seat, ...(before !== undefined && { before }) };
  const params = auditParams({ accountId, at, action, by, target, details });
  await query(`select ${auditCall(1)}`, params, 'write-audit');
  const type = TOLD[action];
  if (type === undefined) return;
  const data = { id: target, role: seat, ...(before !== undefined && { role_before: before }) };
  await noteEvent(query, { accountId, livemode: true }, { type, data, at });
}
