/** Inviting people where no mail is sent: the answer has the link. */

import { randomBytes } from 'node:crypto';
import type { Role } from '../../server/src/people/teams/roles.ts';
import { cookieOf, DASHBOARD, type Person } from './dashboard-person.ts';
import { randomNetwork } from './random-network.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

export function freshAddress(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

/** The secret of a new invitation to this address. */
export async function inviteTo(inviter: Person, email: string, role: Role): Promise<string> {
  const answer = await inviter.call('POST', '/people/invitations', { email, role });
  if (answer.status !== 201) throw new Error(`not invited: ${answer.status} ${answer.text}`);
  return secretOf(answer);
}

export function secretOf({ body }: TestAnswer): string {
  return body.invitation.link.split('#')[1];
}

export function signUpWith(
  sello: TestSello,
  invitation: string,
  email: string,
  more: object = {},
): Promise<TestAnswer> {
  const payload = { email, password: 'una frase bastante larga', name: 'Eva Ruiz', invitation, ...more };
  return sello.call('POST', `${DASHBOARD}/signup`, { payload, from: randomNetwork() });
}

/** Calls with the cookie of this answer. */
export function callerWith(sello: TestSello, answer: TestAnswer): Person['call'] {
  const cookie = cookieOf(answer);
  return (method, path, body, headers = {}) =>
    sello.call(method, DASHBOARD + path, {
      headers: { cookie, ...headers },
      ...(body !== undefined && { payload: body }),
    });
}
