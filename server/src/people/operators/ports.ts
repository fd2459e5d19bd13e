/** Who runs the service. */

import type { Actor } from '../../kernel/actor.ts';
import type { PersonId, SessionId } from '../../kernel/ids.ts';

/** By which rule somebody is an operator: the settings name the address, the command line added them, or they came first. */
const OPERATOR_BY = ['settings', 'command', 'first'] as const;

type Operator = {
  person: { id: PersonId; email: string; name: string };
  by: (typeof OPERATOR_BY)[number];
  /** Undefined for those that the settings name. */
  addedAt: Date | undefined;
};

export type OperatorStore = {
  /**
   * Undefined for everybody else. `addresses`: those of the settings, which count only where they are proven. `provenAt`: when
   * this session last proved who it is.
   */
  find(
    person: PersonId,
    session: SessionId,
    addresses: readonly string[],
  ): Promise<{ provenAt: Date | undefined } | undefined>;
  /** Records that the person of the session has just proved again who they are. */
  proven(session: SessionId, at: Date, by: Actor): Promise<void>;
  list(addresses: readonly string[]): Promise<Operator[]>;
  /** False if they are one already. */
  add(person: PersonId, at: Date, by: Actor): Promise<boolean>;
  /** False if nobody added them. */
  remove(person: PersonId, at: Date, by: Actor): Promise<boolean>;
};
