/** Adding a passkey to a person. */

import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Visit } from '../login/ports.ts';
import { freshRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { useChallenge } from './challenges.ts';
import { tooManyPasskeys } from './passkey.ts';
import { challengeIn, type NewPasskeyAnswer } from './passkey-answer.ts';
import type { Passkey, PasskeyStore } from './ports.ts';
import type { RelyingParty } from './relying-party.ts';
import { verifyNewPasskey } from './verify-answer.ts';

type AddPasskeyPorts = { passkeys: PasskeyStore; newId: NewId; now: Clock; randomBytes: RandomBytes };

/**
 * The recovery codes appear only in this answer, and only if this is the person's first second factor: people who lose
 * the device must still be able to log in.
 */
export async function addPasskey(
  ports: AddPasskeyPorts,
  rp: RelyingParty,
  { person, session }: Visit,
  { name, answer }: { name: string; answer: NewPasskeyAnswer },
  by: Actor,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | undefined }> {
  const challenge = challengeIn(answer);
  const isOurs = challenge && (await useChallenge(ports, 'add', { session: session.id }, challenge));
  const credential = isOurs ? await verifyNewPasskey(rp, challenge, answer) : undefined;
  if (credential === undefined) throw invalidPasskey();
  const passkey: Passkey = {
    ...credential,
    id: ports.newId('passkey'),
    personId: person.id,
    name,
    transports: answer.response.transports ?? [],
    createdAt: ports.now(),
    lastUsedAt: undefined,
  };
  const { codes, hashes } = freshRecoveryCodes(ports, person.id);
  const added = await ports.passkeys.add(passkey, session.id, hashes, by);
  if (added === 'too_many') throw tooManyPasskeys();
  if (added === 'credential_known') throw invalidPasskey();
  return { passkey, recoveryCodes: added === 'added_as_first_factor' ? codes : undefined };
}

function invalidPasskey(): AppError {
  return new AppError('invalid_passkey', {
    en: 'The new passkey was not accepted: it took too long, was made on another site, or is known already. Try again.',
    es: 'La llave de acceso nueva no se aceptó: tardó demasiado, se creó en otro sitio o ya se conoce. Inténtelo de nuevo.',
  });
}
