/** Sign-ups that wait for their e-mail address to be proved. */

import type { Person } from '../persons/ports.ts';

export type SignUp = Pick<Person, 'email' | 'name' | 'language' | 'timeZone'>;

export type SignUpStore = {
  add(signUp: SignUp, tokenHash: Uint8Array, expiresAt: Date): Promise<void>;
  find(tokenHash: Uint8Array, now: Date): Promise<SignUp | undefined>;
  /** Deletes all that wait for this address. */
  forget(email: string): Promise<void>;
};
