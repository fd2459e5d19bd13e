/** Changes of address that wait for the new address to be proved. */

import type { Actor, RequestOrigin } from '../../kernel/actor.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Person } from '../persons/ports.ts';

/** `taken`: by another person. `void`: the link is not valid, or the password is not the one that was checked. */
export type AddressOutcome = 'changed' | 'taken' | 'void';

type NewAddressChange = {
  personId: PersonId;
  /**
   * A mark of the password and factors that were checked: if one of them has changed since, the change of address
   * ends.
   */
  checkedMark: string;
  email: string;
  tokenHash: Uint8Array;
  expiresAt: Date;
};

export type AddressChangeStore = {
  /** False when the password or a factor is no longer what was checked. */
  add(change: NewAddressChange): Promise<boolean>;
  /** The person as it is before the change, and the address that it would get. */
  find(tokenHash: Uint8Array, now: Date): Promise<{ person: Person; email: string } | undefined>;
  /**
   * Uses up the token and gives the person its proven address. The person's open reset links and other pending changes
   * are deleted. If the address is taken, nothing changes.
   */
  confirm(tokenHash: Uint8Array, now: Date, origin: RequestOrigin): Promise<AddressOutcome>;
  /** Changes the address at once; it then counts as not proved. Otherwise like `confirm`. */
  changeUnproven(
    change: Pick<NewAddressChange, 'personId' | 'checkedMark' | 'email'>,
    now: Date,
    by: Actor,
  ): Promise<AddressOutcome>;
  /** Changes the address at once, and it counts as proved. Otherwise like `confirm`. */
  changeByOperator(personId: PersonId, email: string, now: Date): Promise<AddressOutcome>;
};
