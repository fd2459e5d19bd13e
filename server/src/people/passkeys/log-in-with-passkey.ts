/** Logging in with only a passkey, which counts as two factors: people have it, and it has verified its user. */

import type { RequestOrigin } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { claimPasskey } from '../login/attempt.ts';
import {
  type Browser,
  knownAs,
  type LoginPorts,
  noteFailure,
  type OpenedSession,
  openSession,
} from '../login/log-in.ts';
import { checkPasskey, namedPasskey, type PresentedPasskey } from './check-passkey.ts';

export async function logInWithPasskey(
  ports: LoginPorts,
  presented: PresentedPasskey,
  browser: Browser,
  origin: RequestOrigin,
): Promise<OpenedSession & { isNewDevice: boolean }> {
  const passkey = await namedPasskey(ports, presented);
  const person = passkey && (await ports.people.find(passkey.personId));
  const knownBy = person && (await knownAs(ports, await ports.people.fold(person.email), browser));
  const attempt = await claimPasskey(ports, { origin, knownBy });
  if (passkey === undefined || person === undefined) throw refused();
  const found = await attempt.unlessOurFault(async () => {
    // Reads the mark before the check: if the passkey is removed after this, the check fails or the mark has changed.
    const known = await ports.people.findByEmail(person.email);
    const isRight = await checkPasskey(ports, passkey, presented);
    // The address may have become another person's a moment ago.
    return isRight && known?.person.id === person.id ? known : undefined;
  });
  if (found === undefined) {
    noteFailure(ports, person, origin, 'passkey');
    throw refused();
  }
  const opened = await openSession(ports, found, origin, {
    isProven: true,
    details: { second_factor: 'passkey_alone' },
  });
  if (opened === undefined) throw refused();
  await attempt.forget();
  return { ...opened, isNewDevice: knownBy === undefined };
}

/** An unknown passkey gets this error too, so that it does not reveal which passkeys exist. */
function refused(): AppError {
  return new AppError('unauthorized', {
    en: 'This passkey was not accepted. Try again, or log in with your password.',
    es: 'La llave de acceso no se aceptó. Inténtelo de nuevo o inicie sesión con su contraseña.',
  });
}
