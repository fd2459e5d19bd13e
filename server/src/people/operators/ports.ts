/** The people who run the service. */

import type { Actor } from '../../kernel/actor.ts';
import type { PersonId, SessionId } from '../../kernel/ids.ts';

/**
 * Why somebody is an operator: the settings name the address, the command line added the person, or the person was the
 * first to sign up.
 */
const OPERATOR_BY = ['settings', 'command', 'first'] as const;

type Operator = {
  person: { id: PersonId; email: string; name: string };
  by: (typeof OPERATOR_BY)[number];
  /** Undefined for operators that the settings name. */
  addedAt: Date | undefined;
};

export type OperatorStore = {
  /**
   * Undefined for everybody else. `addresses` are those in the settings, which count only once they are proved.
   * `provenAt` is when this session last proved who the person is.
   */
  find(
    person: PersonId,
    session: SessionId,
    addresses: readonly string[],
  ): Promise<{ provenAt: Date | undefined } | undefined>;
  /** Records that the person of the session has just proved their identity again. */
  proven(session: SessionId, at: Date, by: Actor): Promise<void>;
  list(addresses: readonly string[]): Promise<Operator[]>;
  /** False if the person is an operator already. */
  add(person: PersonId, at: Date, by: Actor): Promise<boolean>;
  /** False if the person was never added. */
  remove(person: PersonId, at: Date, by: Actor): Promise<boolean>;
};
