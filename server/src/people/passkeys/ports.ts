/** Passkeys, the challenges that they sign, and the store for both. */

import type { Actor } from '../../kernel/actor.ts';
import type { PasskeyId, PersonId, SessionId } from '../../kernel/ids.ts';

export type Passkey = {
  id: PasskeyId;
  personId: PersonId;
  credentialId: Uint8Array;
  /** COSE_Key. */
  publicKey: Uint8Array;
  /** The counter in the last answer; 0 for authenticators without one. */
  counter: number;
  transports: readonly string[];
  name: string;
  /** Whether the owner's other devices have it too. */
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | undefined;
};

/** What a challenge was made for. It is worthless for any other purpose. */
export type ChallengePurpose = 'add' | 'log_in' | 'prove';

type Challenge = { holder: Uint8Array; purpose: ChallengePurpose; hash: Uint8Array };

export type Added = 'added' | 'added_as_first_factor' | 'credential_known' | 'too_many';

export type PasskeyStore = {
  /** Oldest first. */
  list(personId: PersonId): Promise<Passkey[]>;
  findByCredential(credentialId: Uint8Array): Promise<Passkey | undefined>;
  /**
   * Adds a passkey, up to `MAX_PASSKEYS` per person in any number of processes. `recoveryHashes` become the person's
   * recovery codes if it had no second factor before; then every session but `kept` ends, and so does every pending
   * change of address.
   */
  add(passkey: Passkey, kept: SessionId, recoveryHashes: readonly Uint8Array[], by: Actor): Promise<Added>;
  /** Notes the counter of an answer. False when it is not above the last one, unless both are 0. */
  use(id: PasskeyId, answer: { counter: number; isBackedUp: boolean }, now: Date): Promise<boolean>;
  /** Also removes the recovery codes if no other second factor is left. False when the person has no such passkey. */
  remove(personId: PersonId, id: PasskeyId, now: Date, by: Actor): Promise<boolean>;
  /** Replaces the challenge that this holder had for this purpose. */
  addChallenge(challenge: Challenge, expiresAt: Date): Promise<void>;
  /** True only once for each challenge, and only for its holder and purpose. */
  useChallenge(challenge: Challenge, now: Date): Promise<boolean>;
};
