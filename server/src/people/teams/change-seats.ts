/** Changing roles, ending seats and handing an account over. An account always has an owner. */

import type { Query } from '../../database/pool.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, KeyId, PersonId } from '../../kernel/ids.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertMay } from '../../operations/refusal.ts';
import { noteTeam } from './note-team.ts';
import { mayInviteTo, revokeInvitationsBy } from './pg-invitations.ts';
import { countOwners, endSeat, endSessionsWithoutSeat, findSeat, lockTeam, setRole } from './pg-team.ts';
import { assertMayGive, lastOwner, noSuchPerson } from './rights.ts';
import { ROLES, type Role } from './roles.ts';
import type { TakenSeat } from './team.ts';

type SeatTools = Pick<Tools, 'query' | 'now'>;

/** What `keys/` offers here; `people/` cannot import it. */
export type MakersKeys = {
  /** Revokes all keys that the person made and that still work, in the transaction of `query`. */
  revokeMadeBy(query: Query, accountId: AccountId, maker: PersonId, now: Date, by: Actor): Promise<KeyId[]>;
};

/** A change of a seat that was found to be allowed. */
type Allowed = { seat: TakenSeat; touchesOwners: boolean };

export async function judgeRoleChange(tools: SeatTools, who: Who, id: string, role: Role): Promise<Allowed> {
  const seat = await foundSeat(tools, who, id);
  assertMayGive(who, seat.role);
  assertMayGive(who, role);
  const isChange = seat.role !== role;
  if (isChange && seat.role === 'owner') await assertAnotherOwner(tools, who);
  return { seat, touchesOwners: isChange && [seat.role, role].includes('owner') };
}

export async function judgeRemoval(
  tools: SeatTools,
  who: Who,
  self: PersonId | undefined,
  id: string,
): Promise<Allowed> {
  if (self !== id) assertMay(who, 'people:write');
  const seat = await foundSeat(tools, who, id);
  if (self !== id) assertMayGive(who, seat.role);
  if (seat.role === 'owner') await assertAnotherOwner(tools, who);
  return { seat, touchesOwners: seat.role === 'owner' };
}

/** `isProven`: whether the caller gave password and second factor before this transaction. */
export async function changeRole(
  tools: SeatTools,
  who: Who,
  { id, role, isProven }: { id: string; role: Role; isProven: boolean },
): Promise<{ seat: TakenSeat; isChanged: boolean }> {
  await lockTeam(tools.query, who.accountId);
  const { seat, touchesOwners } = await judgeRoleChange(tools, who, id, role);
  if (touchesOwners && !isProven) throw passwordNeeded();
  if (seat.role === role) return { seat, isChanged: false };
  await giveRole(tools, who, seat, role);
  return { seat: { ...seat, role }, isChanged: true };
}

export async function removePerson(
  tools: SeatTools,
  who: Who,
  {
    id,
    self,
    isProven,
    keys,
  }: {
    id: string;
    self: PersonId | undefined;
    isProven: boolean;
    /** Set if the keys that the person made must be revoked too. */
    keys?: MakersKeys | undefined;
  },
): Promise<TakenSeat> {
  const { query } = tools;
  const { accountId } = who;
  await lockTeam(query, accountId);
  const { seat, touchesOwners } = await judgeRemoval(tools, who, self, id);
  if (touchesOwners && !isProven) throw passwordNeeded();
  const now = tools.now();
  const { person, role } = seat;
  await endSeatAndNote(query, { accountId, personId: person.id, role }, { by: who.by, now });
  // Somebody who leaves by their own choice stays logged in, and may now open an account of their own.
  if (self !== id) await endSessionsWithoutSeat(query, person.id, now, who.by);
  const revoked = (await keys?.revokeMadeBy(query, accountId, person.id, now, who.by)) ?? [];
  await revokeInvitationsBy(query, accountId, revoked, ROLES, now);
  return seat;
}

/**
 * Runs while the account is locked. Invitations end with the seat of their sender; keys stay and are listed for review.
 */
export async function endSeatAndNote(
  query: Query,
  { accountId, personId, role }: { accountId: AccountId; personId: PersonId; role: Role },
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  await endSeat(query, accountId, personId);
  await noteTeam(query, accountId, by, now, { action: 'person.remove', target: personId, seat: role });
  await revokeInvitationsBy(query, accountId, [personId], ROLES, now);
}

export async function assertCanReceive(
  tools: SeatTools,
  who: Who,
  giver: PersonId,
  id: string,
): Promise<void> {
  if (giver === id) throw toOneself();
  await foundSeat(tools, who, id);
}

/** The giver, who is an owner, becomes admin. */
export async function transferAccount(
  tools: SeatTools,
  who: Who,
  giver: PersonId,
  id: string,
): Promise<TakenSeat> {
  await lockTeam(tools.query, who.accountId);
  const [from, to] = [await foundSeat(tools, who, giver), await foundSeat(tools, who, id)];
  // If the account is transferred twice at once, the second giver is no longer an owner.
  if (from.role !== 'owner') throw noSuchPerson();
  if (to.role !== 'owner') await giveRole(tools, who, to, 'owner');
  await giveRole(tools, who, from, 'admin');
  return { ...to, role: 'owner' };
}

export function passwordNeeded() {
  return invalidField(
    '`password`',
    'is required to make or remove an owner, and so is the second factor if you have one.',
    'es obligatorio para dar o quitar el rol de propietario, y también el segundo factor si lo tiene.',
  );
}

async function giveRole({ query, now }: SeatTools, who: Who, seat: TakenSeat, role: Role): Promise<void> {
  const { person, role: before } = seat;
  const { accountId } = who;
  const at = now();
  await setRole(query, accountId, person.id, role);
  const lost = ROLES.filter((one) => !mayInviteTo(role, one));
  await revokeInvitationsBy(query, accountId, [person.id], lost, at);
  const happening = { action: 'person.change_role', target: person.id, seat: role, before } as const;
  await noteTeam(query, accountId, who.by, at, happening);
}

async function foundSeat({ query }: SeatTools, { accountId }: Who, id: string): Promise<TakenSeat> {
  const personId = parseId('per', id);
  const seat = personId && (await findSeat(query, accountId, personId));
  if (seat === undefined) throw noSuchPerson();
  return seat;
}

async function assertAnotherOwner({ query }: SeatTools, { accountId }: Who): Promise<void> {
  if ((await countOwners(query, accountId)) < 2) throw lastOwner();
}

function toOneself() {
  return invalidField(
    '`person`',
    'is yourself; name the person who is to own the account.',
    'es usted; indique la persona a la que se traspasa la cuenta.',
  );
}
