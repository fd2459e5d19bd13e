/** Seats in an account, and their store. */

import type { AccountId, PersonId } from '../../kernel/ids.ts';
import type { Person } from '../persons/ports.ts';
import type { Role } from './roles.ts';

export type SeatStore = {
  /** The people who own the account, in the order in which they came. */
  owners(accountId: AccountId): Promise<Person[]>;
  /** The account's name, for mails about it. */
  accountName(accountId: AccountId): Promise<string>;
  /** The number of people who may decide on what others report. */
  countDeciding(accountId: AccountId): Promise<number>;
  /** Those of these people who exist, each with the role of their seat in the account, if there is one. */
  seatsOf(
    accountId: AccountId,
    people: readonly PersonId[],
  ): Promise<{ id: PersonId; name: string; role: Role | undefined }[]>;
};
