/** The second factor: a passkey, a code from an app, or one of ten recovery codes. */

import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { firstAccountOf } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { openSealed, sealSecret } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { claimCode } from '../login/attempt.ts';
import type { Throttle, Visit } from '../login/ports.ts';
import { checkPasskey, namedPasskey, type PresentedPasskey } from '../passkeys/check-passkey.ts';
import type { PasskeyStore } from '../passkeys/ports.ts';
import { needsSecondFactor } from '../persons/needs-second-factor.ts';
import type { Person } from '../persons/ports.ts';
import type { SecondFactorStore } from './ports.ts';
import { freshRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { findStep, otpauthUrl, TOTP_SECRET_BYTES, toBase32 } from './totp.ts';

type FactorVerdict = 'none' | 'totp' | 'recovery_code' | 'passkey' | 'missing' | 'wrong';

/** What somebody shows as the second factor. If both are sent, the passkey is checked and not the code. */
export type FactorProof = { code: string | undefined; passkey: PresentedPasskey | undefined };

type CheckPorts = {
  secondFactors: SecondFactorStore;
  passkeys: PasskeyStore;
  serverKeys: ServerKeys;
  now: Clock;
};

/** Counts every guess, whoever makes it. `isFamiliar`: in a session, or a browser that was logged in with before. */
export async function judgeSecondFactor(
  ports: CheckPorts & { throttle: Throttle },
  person: Person,
  proof: FactorProof,
  isFamiliar: boolean,
): Promise<FactorVerdict> {
  // Nothing was sent, so no guess is counted.
  if (proof.code === undefined && proof.passkey === undefined) return checkSecondFactor(ports, person, proof);
  const attempt = await claimCode(ports, person.id, isFamiliar);
  const verdict = await attempt.unlessOurFault(() => checkSecondFactor(ports, person, proof));
  if (verdict !== 'wrong') await attempt.giveBack();
  else if (attempt.ifWrong !== undefined) throw attempt.ifWrong;
  return verdict;
}

/** Checks what was shown and uses it up. `none`: the person has no second factor. */
async function checkSecondFactor(
  ports: CheckPorts,
  person: Person,
  { code, passkey }: FactorProof,
): Promise<FactorVerdict> {
  // The factor is read here and not taken from `person`: it may have been turned on after `person` was read.
  const { sealed, passkeys } = await ports.secondFactors.find(person.id);
  if (sealed === undefined && passkeys === 0) return 'none';
  if (passkey !== undefined) return (await isOwnPasskey(ports, person, passkey)) ? 'passkey' : 'wrong';
  const typed = code?.replace(/\s/g, '') ?? '';
  return typed === '' ? 'missing' : checkCode(ports, person, sealed, typed);
}

async function isOwnPasskey(
  ports: CheckPorts,
  { id }: Person,
  presented: PresentedPasskey,
): Promise<boolean> {
  const passkey = await namedPasskey(ports, presented);
  return passkey?.personId === id && checkPasskey(ports, passkey, presented);
}

async function checkCode(
  ports: CheckPorts,
  { id }: Person,
  sealed: string | undefined,
  typed: string,
): Promise<FactorVerdict> {
  const step = sealed && findStep(await openSealed(ports, firstAccountOf(id), sealed), typed, ports.now());
  if (typeof step === 'number') return (await ports.secondFactors.useStep(id, step)) ? 'totp' : 'wrong';
  const hash = hashRecoveryCode(id, typed);
  const isUsed = hash !== undefined && (await ports.secondFactors.useRecoveryCode(id, hash));
  return isUsed ? 'recovery_code' : 'wrong';
}

/**
 * Asks a logged-in person for the second factor too, if there is one. A stolen cookie together with a stolen password
 * must not be enough to remove, replace or renew the second factor, or to move the account to another mailbox.
 */
export async function assertOwnFactor(
  ports: CheckPorts & { throttle: Throttle },
  { person }: Visit,
  proof: FactorProof,
): Promise<void> {
  const verdict = await judgeSecondFactor(ports, person, proof, true);
  if (verdict === 'wrong') throw invalidSecondFactor(proof);
  if (verdict === 'missing') throw secondFactorRequired();
}

/** Creates a pending secret. Log-ins need its codes only after the first code was confirmed. */
export async function startSecondFactor(
  ports: { secondFactors: SecondFactorStore; serverKeys: ServerKeys; randomBytes: RandomBytes },
  issuer: string,
  person: Person,
): Promise<{ secret: string; otpauthUrl: string }> {
  const secret = ports.randomBytes(TOTP_SECRET_BYTES);
  await ports.secondFactors.setPending(person.id, await sealSecret(ports, firstAccountOf(person.id), secret));
  return { secret: toBase32(secret), otpauthUrl: otpauthUrl(issuer, person.email, secret) };
}

/** Turns the second factor on and ends all other sessions. The recovery codes appear only in this answer. */
export async function confirmSecondFactor(
  ports: {
    secondFactors: SecondFactorStore;
    serverKeys: ServerKeys;
    throttle: Throttle;
    now: Clock;
    randomBytes: RandomBytes;
  },
  { person, session }: Visit,
  code: string,
  by: Actor,
): Promise<string[]> {
  const { pending } = await ports.secondFactors.find(person.id);
  if (pending === undefined) {
    throw new AppError('not_found', {
      en: 'There is no second factor to confirm. Start with a new one.',
      es: 'No hay un segundo factor por confirmar. Comience con uno nuevo.',
    });
  }
  const now = ports.now();
  // The answer holds the recovery codes: a stolen session must not guess its way to them.
  const attempt = await claimCode(ports, person.id, true);
  const step = await attempt.unlessOurFault(async () =>
    findStep(await openSealed(ports, firstAccountOf(person.id), pending), code.replace(/\s/g, ''), now),
  );
  if (step === undefined) throw attempt.ifWrong ?? invalidSecondFactor({ passkey: undefined });
  await attempt.giveBack();
  const { codes, hashes } = freshRecoveryCodes(ports, person.id);
  if (await ports.secondFactors.confirm(person.id, session.id, { pending, step, hashes }, now, by))
    return codes;
  throw invalidSecondFactor({ passkey: undefined });
}

export async function renewRecoveryCodes(
  ports: { secondFactors: SecondFactorStore; now: Clock; randomBytes: RandomBytes },
  person: Person,
  by: Actor,
): Promise<string[]> {
  const { codes, hashes } = freshRecoveryCodes(ports, person.id);
  if (await ports.secondFactors.renewRecoveryCodes(person.id, hashes, ports.now(), by)) return codes;
  throw noSecondFactor();
}

export async function removeSecondFactor(
  ports: { secondFactors: SecondFactorStore; now: Clock },
  { id }: Person,
  by: Actor,
): Promise<void> {
  if (await ports.secondFactors.remove(id, ports.now(), by)) return;
  throw noSecondFactor();
}

export function secondFactorRequired(): AppError {
  return new AppError('second_factor_required', {
    en: 'Send the `code` of your authenticator app or a recovery code, or the answer of a `passkey`.',
    es: 'Envíe en `code` el código de su aplicación de autenticación o un código de recuperación, o en `passkey` la respuesta de una llave de acceso.',
  });
}

/** The error below, as operations declare it. */
export const SECOND_FACTOR_MISSING = { code: 'second_factor_required', status: 403 } as const;

/**
 * The refusal if the account requires a second factor and the person has none. It is not a 401, because logging in
 * again would not help.
 */
export function secondFactorMissing(): AppError {
  return new AppError(
    'second_factor_required',
    {
      en: 'This account requires a second factor, and you have none. Set up an authenticator app or a passkey in your settings first.',
      es: 'Esta cuenta exige un segundo factor y usted no tiene ninguno. Configure antes una aplicación de autenticación o una llave de acceso en sus ajustes.',
    },
    { status: SECOND_FACTOR_MISSING.status },
  );
}

export function invalidSecondFactor({ passkey }: Pick<FactorProof, 'passkey'>): AppError {
  if (passkey !== undefined) {
    return new AppError('invalid_second_factor', {
      en: 'This passkey was not accepted here. Try again with a passkey of yours, or with a code.',
      es: 'La llave de acceso no se aceptó. Inténtelo de nuevo con una de las suyas o con un código.',
    });
  }
  return new AppError('invalid_second_factor', {
    en: 'The code is wrong, or was used already. Wait for the next one.',
    es: 'El código no es correcto o ya se usó. Espere el siguiente.',
  });
}

/**
 * Removes the app, the recovery codes and every passkey. The operator does this for people who have lost their second
 * factors.
 */
export async function removeEverySecondFactor(
  ports: { secondFactors: SecondFactorStore; passkeys: PasskeyStore; now: Clock },
  person: Person,
  by: Actor,
): Promise<void> {
  if (!needsSecondFactor(person)) throw noSecondFactor();
  const now = ports.now();
  for (const { id } of await ports.passkeys.list(person.id))
    await ports.passkeys.remove(person.id, id, now, by);
  if (person.hasAuthenticatorApp) await removeSecondFactor(ports, person, by);
}

function noSecondFactor(): AppError {
  return new AppError('not_found', {
    en: 'This account has no second factor.',
    es: 'Esta cuenta no tiene un segundo factor.',
  });
}
