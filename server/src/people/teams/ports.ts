/** Seats in an account, and their store. */

import type { AccountId } from '../../kernel/ids.ts';
import type { Person } from '../persons/ports.ts';

export type SeatStore = {
  /** The people who own the account, in the order in which they came. */
  owners(accountId: AccountId): Promise<Person[]>;
  /** For mails about it. */
  accountName(accountId: AccountId): Promise<string>;
  /** How many people may decide what others report. */
  countDeciding(accountId: AccountId): Promise<number>;
};
