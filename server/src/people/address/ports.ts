/** Changes of address that wait for the new address to be proved. */

import type { Actor, RequestOrigin } from '../../kernel/actor.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Account } from '../accounts/ports.ts';

/** `taken`: by another account. `void`: the link is not valid, or the password is not the one that was checked. */
export type AddressOutcome = 'changed' | 'taken' | 'void';

type NewAddressChange = {
  accountId: AccountId;
  /** Of what was checked: a password or a factor that is changed meanwhile ends the change of address. */
  checkedMark: string;
  email: string;
  tokenHash: Uint8Array;
  expiresAt: Date;
};

export type AddressChangeStore = {
  /** False when the password or a factor is no longer what was checked. */
  add(change: NewAddressChange): Promise<boolean>;
  /** The account as it is before the change, and the address that it would get. */
  find(tokenHash: Uint8Array, now: Date): Promise<{ account: Account; email: string } | undefined>;
  /**
   * Uses up the token and gives the account its proven address. Its open reset links and other pending changes go.
   * A taken address leaves everything as it was.
   */
  confirm(tokenHash: Uint8Array, now: Date, origin: RequestOrigin): Promise<AddressOutcome>;
  /** At once, and nobody has proved the address. The rest as in `confirm`. */
  changeUnproven(
    change: Pick<NewAddressChange, 'accountId' | 'checkedMark' | 'email'>,
    now: Date,
    by: Actor,
  ): Promise<AddressOutcome>;
  /** At once, and it counts as proved. The rest as in `confirm`. */
  changeByOperator(accountId: AccountId, email: string, now: Date): Promise<AddressOutcome>;
};
