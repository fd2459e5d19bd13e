/** What the browser asks the person: to make a passkey, or to use one. */

import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { type NewPasskeyOptions, ownApi, type PasskeyAnswer, type PasskeyOptions } from '../../own-api.ts';

/** Why a browser gave no answer. */
type CeremonyFailure = 'cancelled' | 'known' | 'unable';

export class CeremonyError extends Error {
  readonly failure: CeremonyFailure;

  constructor(failure: CeremonyFailure, cause: unknown) {
    super(failure, { cause });
    this.name = 'CeremonyError';
    this.failure = failure;
  }
}

/** How somebody proves their second factor: with a code, or with a passkey of their choice. */
export type Proof = { code: string } | 'passkey';

/** The password and, if required, a proof of the second factor. */
export type Owner = { password: string; proof: Proof | undefined };

/** Builds the request; prompts for the passkey if that is the proof. */
export async function provenBy({ password, proof }: Owner) {
  if (proof !== 'passkey') return { password, ...proof };
  const { options } = await ownApi.beginPasskeyProof();
  return { password, passkey: await askForPasskey(options) };
}

/** For people who are not logged in: as the only factor, or after the password. */
export async function passkeyForLogin(): Promise<PasskeyAnswer> {
  const { options } = await ownApi.beginPasskeyLogin();
  return askForPasskey(options);
}

export async function addPasskey(name: string, owner: Owner) {
  const { options } = await ownApi.beginPasskey(await provenBy(owner));
  return ownApi.addPasskey({ name, passkey: await makePasskey(options) });
}

function makePasskey(options: NewPasskeyOptions) {
  const optionsJSON = {
    ...options,
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: options.excludeCredentials.map(withOwnLists),
  };
  return orFailure(() => startRegistration({ optionsJSON }));
}

function askForPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const optionsJSON = { ...options, allowCredentials: options.allowCredentials.map(withOwnLists) };
  return orFailure(() => startAuthentication({ optionsJSON }));
}

/** Copies the lists, because the library may change its lists and ours are read-only. */
function withOwnLists<C extends { transports: readonly string[] }>(credential: C) {
  return { ...credential, transports: [...credential.transports] };
}

async function orFailure<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new CeremonyError(failureOf(error), error);
  }
}

/** Distinguishes failures by the names that WebAuthn gives to errors. */
function failureOf(error: unknown): CeremonyFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'InvalidStateError' ? 'known' : 'unable';
}
