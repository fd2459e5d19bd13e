/** Further people in an account, each in a seat with a role. */

import { OPERATOR } from '../../server/src/kernel/actor.ts';
import type { Role } from '../../server/src/people/teams/roles.ts';
import { type Person, signUp } from './dashboard-person.ts';
import type { TestSello } from './test-sello.ts';

/** A new person who has a seat only in this account, so their calls need not name the account. */
export async function joinAs(
  sello: TestSello,
  { account }: Pick<Person, 'account'>,
  role: Role,
): Promise<Person> {
  const person = await signUp(sello);
  await sello.ports.accounts.close(person.account.id, sello.ports.now(), OPERATOR);
  await giveSeat(sello, account.id, person, role);
  return { ...person, account };
}

/** Gives the person one more seat, in this account. */
export async function giveSeat(
  { database, ports }: TestSello,
  accountId: string,
  person: Pick<Person, 'id'>,
  role: Role,
): Promise<void> {
  await database.query(
    'insert into seats (account_id, person_id, role, created_at) values ($1, $2, $3, $4)',
    [accountId, person.id, role, ports.now()],
    'give-seat',
  );
}

export async function setRole(
  { database }: Pick<TestSello, 'database'>,
  { id, account }: Pick<Person, 'id' | 'account'>,
  role: Role,
): Promise<void> {
  await database.query(
    'update seats set role = $3 where account_id = $1 and person_id = $2',
    [account.id, id, role],
    'set-role',
  );
}
