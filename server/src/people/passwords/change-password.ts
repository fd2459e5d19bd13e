/** Changing a password, with the current one. */

import type { Site } from '../../http/site.ts';
import { personOf, type RequestOrigin } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { AccountStore } from '../accounts/ports.ts';
import { assertOwnPassword, type OpenedSession } from '../login/log-in.ts';
import type { Person, Throttle } from '../login/ports.ts';
import { makeSession } from '../login/sessions.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { PasswordHasher, PasswordStore } from './ports.ts';

export type ChangePasswordPorts = {
  accounts: AccountStore;
  passwords: PasswordHasher;
  passwordStore: PasswordStore;
  throttle: Throttle;
  newId: NewId;
  now: Clock;
  randomBytes: RandomBytes;
};

/** Closes every session of the account, including this one, and opens a new one in its place. */
export async function changePassword(
  ports: ChangePasswordPorts,
  { serviceName }: Pick<Site, 'serviceName'>,
  person: Person,
  passwords: { current: string; wanted: string },
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const { account } = person;
  const checkedMark = await assertOwnPassword(ports, person, passwords.current);
  await assertGoodPassword('new_password', passwords.wanted, { ...account, serviceName });
  const newHash = await ports.passwords.hash(passwords.wanted, { lane: 'known', holder: account.id });
  const { token, session } = makeSession(ports, account.id);
  const by = personOf(account, origin);
  if (await ports.passwordStore.change(checkedMark, newHash, session, by)) {
    return { account, token, expiresAt: session.expiresAt };
  }
  throw new AppError('wrong_password', {
    en: 'The password was changed elsewhere a moment ago. Log in with the new one.',
    es: 'La contraseña se cambió en otro lugar hace un momento. Inicie sesión con la nueva.',
  });
}
