/** Operations for people who have lost their second factor. */

import { Type } from 'typebox';
import { makeAuditLog } from '../../audit/pg-audit.ts';
import { within } from '../../database/within.ts';
import { OPERATOR } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { OperatorWho } from '../../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { tellPerson } from '../../people/mail/tell-people.ts';
import { makePasskeyStore } from '../../people/passkeys/pg-passkeys.ts';
import { needsSecondFactor } from '../../people/persons/needs-second-factor.ts';
import { makePersonStore } from '../../people/persons/pg-persons.ts';
import { makeSecondFactorStore } from '../../people/second-factor/pg-second-factors.ts';
import { removeEverySecondFactor } from '../../people/second-factor/second-factor.ts';
import { noteAct } from '../note-act.ts';
import { PersonNameSchema } from '../records.ts';
import type { TellPorts } from '../tell-account.ts';
import { assertWords } from '../words.ts';

const { running } = operationsWith<TellPorts, OperatorWho>();

export const PEOPLE_ACTS: readonly Operation<TellPorts, OperatorWho>[] = [
  running({
    method: 'POST',
    path: '/people/:id/remove-second-factor',
    operationId: 'removeSecondFactor',
    scope: 'proven operator',
    tag: 'Accounts',
    summary: 'Remove the second factor of somebody who lost it',
    description:
      'Only after they have shown who they are. Removes authenticator app, recovery codes and passkeys; the password stays. They are told by mail.',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({
      reason: Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'How they proved their identity. Only operators can read it.',
      }),
    }),
    answers: {
      200: Type.Object({
        person: Type.Object({ ...PersonNameSchema.properties, second_factor: Type.Boolean() }),
      }),
    },
    refusals: [404],
    async run(tools, { who, params, body: { reason }, language }) {
      assertWords(reason);
      const store = within(tools.query);
      const id = parseId('per', params.id);
      const people = makePersonStore(store);
      const person = id && (await people.find(id));
      if (person === undefined) throw noPerson();
      const stores = {
        secondFactors: makeSecondFactorStore(store),
        passkeys: makePasskeyStore(store),
        audit: makeAuditLog(store),
        now: tools.now,
      };
      await removeEverySecondFactor(stores, person, OPERATOR);
      const act = { action: 'second_factor.disable', target: person.id, details: { reason } } as const;
      await noteAct(tools, who.by, act);
      const after = (await people.find(person.id)) ?? person;
      const { name, email } = after;
      const body = { person: { id: person.id, name, email, second_factor: needsSecondFactor(after) } };
      // The mail does not say where, or with which browser, the operator did it.
      const asker = { origin: { ip: undefined, userAgent: undefined }, language };
      return {
        status: 200,
        body,
        afterwards: () => tellPerson(tools, tools.site, person, 'second_factor_off', asker),
      };
    },
  }),
];

function noPerson(): AppError {
  return new AppError('not_found', {
    en: 'There is no person with this id.',
    es: 'No hay ninguna persona con este id.',
  });
}
