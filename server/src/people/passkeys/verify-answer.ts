/** Verifies what authenticators sign, with SimpleWebAuthn: origin, RP ID, challenge, user verification, signature, counter. */

import type { NewPasskeyAnswer, PasskeyAnswer } from './passkey-answer.ts';
import type { Passkey } from './ports.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256 (COSE). Every authenticator supports at least one of these. */
export const ALGORITHMS = [-8, -7, -257];

type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'>;

/** Undefined when anything about the answer is wrong. */
export async function verifyNewPasskey(
  rp: RelyingParty,
  challenge: string,
  answer: NewPasskeyAnswer,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  return orUndefined(async () => {
    if (!(await namesNoMaker(answer))) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: asLibraryWants(answer),
      ...expected(rp, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: credential.publicKey,
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
    };
  });
}

/** Undefined when anything about the answer is wrong. */
export async function verifyPasskeyAnswer(
  rp: RelyingParty,
  challenge: string,
  passkey: Passkey,
  answer: PasskeyAnswer,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  return orUndefined(async () => {
    const { userHandle, ...response } = answer.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...asLibraryWants(answer), response },
      ...expected(rp, challenge),
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { counter: newCounter, isBackedUp: credentialBackedUp } : undefined;
  });
}

/** A passkey counts as both factors, so its holder must always have been verified. */
function expected(rp: RelyingParty, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
  };
}

/**
 * We ask for no attestation. An attestation with certificates is refused unread: the authenticator's maker does not
 * matter here, and the library would parse the certificates' chains and fetch revocation lists.
 */
async function namesNoMaker({ response }: NewPasskeyAnswer): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  );
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

function asLibraryWants<Answer extends NewPasskeyAnswer | PasskeyAnswer>(answer: Answer) {
  return { ...answer, rawId: answer.id, type: 'public-key' as const, clientExtensionResults: {} };
}

/** The library is loaded with the first answer, because most processes never see one. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}

/** The library throws for everything that is wrong, from a foreign origin to broken CBOR. */
async function orUndefined<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
