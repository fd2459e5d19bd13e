/** The second factor: a code from an app, or one of ten recovery codes. */

import type { Actor } from '../../audit/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { openSealed, sealSecret } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { Account } from '../accounts/ports.ts';
import { claimInside } from '../login/attempt.ts';
import type { Person, Throttle } from '../login/ports.ts';
import type { SecondFactorStore } from './ports.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { findStep, otpauthUrl, TOTP_SECRET_BYTES, toBase32 } from './totp.ts';

export type FactorVerdict = 'none' | 'totp' | 'recovery_code' | 'missing' | 'wrong';

/** Checks the code of a login and uses it up. `none`: the account has no second factor. */
export async function checkSecondFactor(
  ports: { secondFactors: SecondFactorStore; serverKeys: ServerKeys; now: Clock },
  { id }: Account,
  code: string | undefined,
): Promise<FactorVerdict> {
  const { sealed } = await ports.secondFactors.find(id);
  if (sealed === undefined) return 'none';
  const typed = code?.replace(/\s/g, '') ?? '';
  if (typed === '') return 'missing';
  const step = findStep(await openSealed(ports, id, sealed), typed, ports.now());
  if (step !== undefined) return (await ports.secondFactors.useStep(id, step)) ? 'totp' : 'wrong';
  const hash = hashRecoveryCode(id, typed);
  const isUsed = hash !== undefined && (await ports.secondFactors.useRecoveryCode(id, hash));
  return isUsed ? 'recovery_code' : 'wrong';
}

/** Creates a pending secret; logins do not need its codes until one has been confirmed. */
/**
 * Asks somebody who is logged in for the second factor as well, where there is one: a stolen cookie and a stolen
 * password together must not be able to remove, replace or renew it. Throttled per session.
 */
export async function assertOwnFactor(
  ports: { secondFactors: SecondFactorStore; serverKeys: ServerKeys; throttle: Throttle; now: Clock },
  { account, session }: Person,
  code: string | null | undefined,
): Promise<void> {
  const attempt = await claimInside(ports, session.id);
  const verdict = await attempt.unlessOurFault(() => checkSecondFactor(ports, account, code ?? undefined));
  if (verdict === 'wrong') throw invalidSecondFactor();
  await attempt.giveBack();
  if (verdict === 'missing') throw secondFactorRequired();
}

export async function startSecondFactor(
  ports: { secondFactors: SecondFactorStore; serverKeys: ServerKeys; randomBytes: RandomBytes },
  issuer: string,
  account: Account,
): Promise<{ secret: string; otpauthUrl: string }> {
  const secret = ports.randomBytes(TOTP_SECRET_BYTES);
  await ports.secondFactors.setPending(account.id, await sealSecret(ports, account.id, secret));
  return { secret: toBase32(secret), otpauthUrl: otpauthUrl(issuer, account.email, secret) };
}

/** Turns the second factor on. The recovery codes appear only in this answer. */
export async function confirmSecondFactor(
  ports: { secondFactors: SecondFactorStore; serverKeys: ServerKeys; now: Clock; randomBytes: RandomBytes },
  account: Account,
  code: string,
  by: Actor,
): Promise<string[]> {
  const { pending } = await ports.secondFactors.find(account.id);
  if (pending === undefined) {
    throw new AppError('not_found', {
      en: 'There is no second factor to confirm. Start with a new one.',
      es: 'No hay un segundo factor por confirmar. Comience con uno nuevo.',
    });
  }
  const now = ports.now();
  const secret = await openSealed(ports, account.id, pending);
  const step = findStep(secret, code.replace(/\s/g, ''), now);
  if (step === undefined) throw invalidSecondFactor();
  const { codes, hashes } = freshCodes(ports, account.id);
  if (await ports.secondFactors.confirm(account.id, pending, step, hashes, now, by)) return codes;
  throw invalidSecondFactor();
}

export async function renewRecoveryCodes(
  ports: { secondFactors: SecondFactorStore; now: Clock; randomBytes: RandomBytes },
  account: Account,
  by: Actor,
): Promise<string[]> {
  const { codes, hashes } = freshCodes(ports, account.id);
  if (await ports.secondFactors.renewRecoveryCodes(account.id, hashes, ports.now(), by)) return codes;
  throw noSecondFactor();
}

export async function removeSecondFactor(
  ports: { secondFactors: SecondFactorStore; now: Clock },
  { id }: Account,
  by: Actor,
): Promise<void> {
  if (await ports.secondFactors.remove(id, ports.now(), by)) return;
  throw noSecondFactor();
}

function freshCodes({ randomBytes }: { randomBytes: RandomBytes }, accountId: AccountId) {
  const codes = makeRecoveryCodes(randomBytes);
  const hashes = codes.flatMap((code) => hashRecoveryCode(accountId, code) ?? []);
  return { codes, hashes };
}

export function secondFactorRequired(): AppError {
  return new AppError('second_factor_required', {
    en: 'Send the `code` of your authenticator app, or a recovery code.',
    es: 'Envíe en `code` el código de su aplicación de autenticación o un código de recuperación.',
  });
}

export function invalidSecondFactor(): AppError {
  return new AppError('invalid_second_factor', {
    en: 'The code is wrong, or was used already. Wait for the next one.',
    es: 'El código no es correcto o ya se usó. Espere el siguiente.',
  });
}

function noSecondFactor(): AppError {
  return new AppError('not_found', {
    en: 'This account has no second factor.',
    es: 'Esta cuenta no tiene un segundo factor.',
  });
}
