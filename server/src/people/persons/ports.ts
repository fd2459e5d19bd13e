/** A person, who logs in, and the store of people. */

import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId } from '../../kernel/ids.ts';
import type { Account } from '../accounts/ports.ts';
import type { Role } from '../teams/roles.ts';

export const LANGUAGES = ['es', 'en'] as const;

export type Person = {
  id: PersonId;
  email: string;
  name: string;
  createdAt: Date;
  /** Undefined if nobody has proved to own the e-mail address. */
  emailProvenAt: Date | undefined;
  /** Set from a password reset until the person has said which keys to revoke. */
  keysInDoubtSince: Date | undefined;
  /** Undefined: the browser's preference. */
  language: (typeof LANGUAGES)[number] | undefined;
  timeZone: string | undefined;
  hasAuthenticatorApp: boolean;
  /** How many. */
  passkeys: number;
};

/** A seat in an account that is not closed. */
export type Seat = { account: Account; role: Role };

/** `null` clears a field, undefined leaves it unchanged. */
export type PersonChange = {
  name?: string;
  language?: (typeof LANGUAGES)[number] | null;
  timeZone?: string | null;
};

/** Every change of a person writes an entry to the person's own log. */
export type PersonStore = {
  /** The address in the spelling by which the database matches people: NFC, and lower case as PostgreSQL knows it. */
  fold(email: string): Promise<string>;
  find(id: PersonId): Promise<Person | undefined>;
  /** `mark`: see `credentialsMark`. `seat`: in the account used last. */
  findByEmail(
    email: string,
  ): Promise<
    { person: Person; passwordHash: string | undefined; mark: string; seat: Seat | undefined } | undefined
  >;
  /** A text that changes with the password, the authenticator app and the passkeys. */
  credentialsMark(email: string): Promise<string | undefined>;
  /**
   * Takes the address away from a person who has not proved it, and ends their sessions; they keep the rest.
   * `winner`: the person who has just proved it, if they exist already.
   */
  giveUpUnproven(email: string, now: Date, winner?: PersonId): Promise<void>;
  change(id: PersonId, change: PersonChange, now: Date, by: Actor): Promise<Person>;
  endKeyReview(id: PersonId): Promise<void>;
  /** The accounts that the person has a seat in, the one used last first. */
  accounts(id: PersonId): Promise<{ id: AccountId; name: string; role: Role }[]>;
};
