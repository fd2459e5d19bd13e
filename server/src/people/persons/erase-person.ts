/**
 * Erases people at their own request. Accounts stay, with everything that was done in them, so each account must have
 * another owner first.
 */

import type { Database, Query } from '../../database/pool.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { makeOperatorStore } from '../operators/pg-operators.ts';
import { endSeatAndNote } from '../teams/change-seats.ts';
import { deletePerson, lockPersonAndAccounts, type SeatToEnd, seatsToEnd } from './pg-erase-person.ts';

type Erasing = { records: Pick<Database, 'transaction'>; now: Clock };

/** How often it is tried again when the person is given a seat while the accounts are being locked. */
const TRIES = 5;

/** Erases in one transaction: after a crash, either everything is erased or nothing. */
export async function erasePerson({ records, now }: Erasing, personId: PersonId, by: Actor): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await records.transaction((query) => eraseUnlessJoined(query, personId, by, now()))) return;
  }
  throw new Error(`${personId} was given seats ${TRIES} times while being erased`);
}

export async function assertLeavesOwners(query: Query, personId: PersonId): Promise<void> {
  assertOthersOwn(await seatsToEnd(query, personId));
}

/** False if the person was given a seat in an account that is not locked. */
async function eraseUnlessJoined(query: Query, personId: PersonId, by: Actor, now: Date): Promise<boolean> {
  const locked = await lockPersonAndAccounts(query, personId);
  const seats = await seatsToEnd(query, personId);
  if (seats.some(({ accountId }) => !locked.includes(accountId))) return false;
  assertOthersOwn(seats);
  for (const { accountId, role } of seats)
    await endSeatAndNote(query, { accountId, personId, role }, { by: { ...by, role }, now });
  await makeOperatorStore({ query }).remove(personId, now, by);
  await deletePerson(query, personId, now, by);
  return true;
}

function assertOthersOwn(seats: readonly SeatToEnd[]): void {
  const alone = seats.find(({ role, owners }) => role === 'owner' && owners < 2);
  if (alone === undefined) return;
  throw new AppError('last_owner', {
    en: `You are the only owner of \`${alone.account}\`, which would then have none. First make somebody else an owner, hand the account over, or have it closed.`,
    es: `Usted es la única persona propietaria de \`${alone.account}\`, que así quedaría sin nadie. Antes dé ese rol a otra persona, traspásela o pida que se cierre.`,
  });
}
