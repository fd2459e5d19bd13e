/** Changing a password, with the current one. */

import type { Site } from '../../http/site.ts';
import { personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { assertOwnPassword, type OpenedSession } from '../login/log-in.ts';
import type { Throttle, Visit } from '../login/ports.ts';
import { makeSession } from '../login/sessions.ts';
import type { PersonStore } from '../persons/ports.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { PasswordHasher, PasswordStore } from './ports.ts';

export type ChangePasswordPorts = {
  people: PersonStore;
  passwords: PasswordHasher;
  passwordStore: PasswordStore;
  throttle: Throttle;
  newId: NewId;
  now: Clock;
  randomBytes: RandomBytes;
};

/** Closes every session of the person, including this one, and opens a new one. */
export async function changePassword(
  ports: ChangePasswordPorts,
  { serviceName }: Pick<Site, 'serviceName'>,
  visit: Visit,
  passwords: { current: string; wanted: string },
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const { person } = visit;
  const checkedMark = await assertOwnPassword(ports, visit, passwords.current);
  await assertGoodPassword('new_password', passwords.wanted, { ...person, serviceName });
  const newHash = await ports.passwords.hash(passwords.wanted, { lane: 'known', holder: person.id });
  const { token, session } = makeSession(ports, person.id);
  const by = personOf(person, origin);
  if (await ports.passwordStore.change(checkedMark, newHash, session, by)) {
    return { person, seat: undefined, token, expiresAt: session.expiresAt };
  }
  throw new AppError('wrong_password', {
    en: 'The password was changed elsewhere a moment ago. Log in with the new one.',
    es: 'La contraseña se cambió en otro lugar hace un momento. Inicie sesión con la nueva.',
  });
}
