/** The SQL of invitations. Only hashes of their secrets are stored. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId, InvitationId, PersonId } from '../../kernel/ids.ts';
import { ROLES, type Role, roleMay, scopeBeyond } from './roles.ts';
import type { Invitation, InvitationStatus } from './team.ts';

/** `inviter_role` is empty for a key, and for a person whose seat has ended. */
const INVITATIONS = `
  select i.id, i.account_id, i.email, i.role, i.invited_by, i.created_at, i.expires_at,
         i.accepted_at is not null as is_accepted, i.revoked_at is not null as is_revoked,
         i.invited_by like 'per\\_%' as is_by_person, s.role as inviter_role
    from invitations i left join seats s on s.account_id = i.account_id and s.person_id = i.invited_by`;

const IS_OPEN = 'i.accepted_at is null and i.revoked_at is null';

/** The most that are listed; those that can still be accepted come first. */
const MOST_LISTED = 200;

export async function readInvitations(query: Query, accountId: AccountId, now: Date): Promise<Invitation[]> {
  const rows = await query(
    `${INVITATIONS} where i.account_id = $1
      order by (${IS_OPEN} and i.expires_at > $2) desc, i.created_at desc, i.id desc limit ${MOST_LISTED}`,
    [accountId, now],
    'invitations',
  );
  return rows.map((row) => toInvitation(row, now));
}

export async function findInvitation(
  query: Query,
  accountId: AccountId,
  invitationId: InvitationId,
  now: Date,
): Promise<Invitation | undefined> {
  const sql = `${INVITATIONS} where i.account_id = $1 and i.id = $2`;
  const [row] = await query(sql, [accountId, invitationId], 'invitation');
  return row && toInvitation(row, now);
}

/** Undefined also where the account is closed. */
export async function findInvitationBySecret(
  query: Query,
  secretHash: Uint8Array,
  now: Date,
): Promise<Invitation | undefined> {
  const [row] = await query(`${INVITATIONS} where i.secret_hash = $1`, [secretHash], 'invitation-by-secret');
  return row && toInvitation(row, now);
}

/** Further data for the page behind the link. */
export async function readInviter(
  query: Query,
  { accountId, invitedBy }: Invitation,
): Promise<{ accountName: string; inviterName: string | undefined }> {
  const rows = await query(
    `select a.name, p.name as inviter, p.id is not null as is_known
       from accounts a left join people p on p.id = $2 where a.id = $1`,
    [accountId, invitedBy],
    'inviter',
  );
  const row = read.firstRow(rows);
  return {
    accountName: read.text(row, 'name'),
    inviterName: read.boolean(row, 'is_known') ? read.text(row, 'inviter') : undefined,
  };
}

export async function countPending(query: Query, accountId: AccountId, now: Date): Promise<number> {
  const rows = await query(
    `select count(*) as pending from invitations i where i.account_id = $1 and ${IS_OPEN} and i.expires_at > $2`,
    [accountId, now],
    'count-pending',
  );
  return read.number(read.firstRow(rows), 'pending');
}

export async function insertInvitation(
  query: Query,
  invitation: Invitation,
  secretHash: Uint8Array,
): Promise<void> {
  await query(
    `insert into invitations (id, account_id, email, role, secret_hash, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      invitation.id,
      invitation.accountId,
      invitation.email,
      invitation.role,
      secretHash,
      invitation.invitedBy,
      invitation.createdAt,
      invitation.expiresAt,
    ],
    'insert-invitation',
  );
}

export async function renewInvitation(
  query: Query,
  invitationId: InvitationId,
  { secretHash, expiresAt, invitedBy }: { secretHash: Uint8Array; expiresAt: Date; invitedBy: string },
): Promise<void> {
  await query(
    'update invitations set secret_hash = $2, expires_at = $3, invited_by = $4 where id = $1',
    [invitationId, secretHash, expiresAt, invitedBy],
    'renew-invitation',
  );
}

export async function markAccepted(query: Query, invitationId: InvitationId, now: Date): Promise<void> {
  await query(
    'update invitations set accepted_at = $2 where id = $1',
    [invitationId, now],
    'accept-invitation',
  );
}

export async function markRevoked(query: Query, invitationId: InvitationId, now: Date): Promise<void> {
  await query(
    'update invitations set revoked_at = $2 where id = $1',
    [invitationId, now],
    'revoke-invitation',
  );
}

/** Ends the open invitations by these people and keys to one of the roles. */
export async function revokeInvitationsBy(
  query: Query,
  accountId: AccountId,
  inviters: readonly string[],
  roles: readonly Role[],
  now: Date,
): Promise<void> {
  await query(
    `update invitations i set revoked_at = $4
      where i.account_id = $1 and i.invited_by = any ($2) and i.role = any ($3) and ${IS_OPEN}`,
    [accountId, inviters, roles, now],
    'revoke-invitations-by',
  );
}

/**
 * Whether a person with this address has a seat in the account, so that a person who accepted the invitation can read
 * it again.
 */
export async function hasTaken(query: Query, { accountId, email }: Invitation, personId: PersonId) {
  const rows = await query(
    `select from seats t join people p on p.id = t.person_id
      where t.account_id = $1 and p.id = $2 and lower(p.email) = lower(normalize($3, NFC))`,
    [accountId, personId, email],
    'has-taken',
  );
  return rows.length === 1;
}

function toInvitation(row: Row, now: Date): Invitation {
  const expiresAt = read.date(row, 'expires_at');
  const role = read.oneOf(row, 'role', ROLES);
  return {
    id: read.id('inv', row, 'id'),
    accountId: read.id('acct', row, 'account_id'),
    email: read.text(row, 'email'),
    role,
    invitedBy: read.text(row, 'invited_by'),
    createdAt: read.date(row, 'created_at'),
    expiresAt,
    status: statusOf(row, role, expiresAt <= now),
  };
}

/** An invitation ends when its inviter loses the right to give that role, for whatever reason. */
function statusOf(row: Row, role: Role, isLate: boolean): InvitationStatus {
  if (read.boolean(row, 'is_accepted')) return 'accepted';
  const inviter = read.optionalOneOf(row, 'inviter_role', ROLES);
  const mayInvite = inviter !== undefined && mayInviteTo(inviter, role);
  if (read.boolean(row, 'is_revoked') || (read.boolean(row, 'is_by_person') && !mayInvite)) return 'revoked';
  return isLate ? 'expired' : 'pending';
}

export function mayInviteTo(inviter: Role, role: Role): boolean {
  return (
    roleMay(inviter, 'people:write') && scopeBeyond((scope) => roleMay(inviter, scope), role) === undefined
  );
}
