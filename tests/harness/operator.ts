/** A person who runs the service. */

import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { type Person, signUp } from './dashboard-person.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

export const OPERATOR_API = '/api/operator';

export type TestOperator = Person & {
  /** A call of the operator's pages. */
  operate(
    method: string,
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>;
};

export async function newOperator(sello: TestSello): Promise<TestOperator> {
  const person = await signUp(sello);
  await sello.ports.operators.add(person.id, sello.ports.now(), OPERATOR);
  return asOperator(sello, person);
}

/** The same calls, made by somebody who may not be an operator. */
export function asOperator(sello: TestSello, person: Person): TestOperator {
  return {
    ...person,
    operate: (method, path, payload, headers = {}) =>
      sello.call(method, OPERATOR_API + path, {
        headers: { cookie: person.cookie, ...headers },
        ...(payload !== undefined && { payload }),
      }),
  };
}
