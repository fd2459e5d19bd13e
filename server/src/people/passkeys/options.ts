/** The options that browsers get: `PublicKeyCredentialCreationOptionsJSON` and `…RequestOptionsJSON` of WebAuthn. */

import { type Static, Type } from 'typebox';
import type { Person } from '../persons/ports.ts';
import { CHALLENGE_MS } from './challenges.ts';
import { userHandleOf } from './passkey.ts';
import type { Passkey } from './ports.ts';
import type { RelyingParty } from './relying-party.ts';
import { ALGORITHMS } from './verify-answer.ts';

const Credential = Type.Object(
  { id: Type.String(), type: Type.Literal('public-key'), transports: Type.Array(Type.String()) },
  { title: 'PasskeyCredential' },
);

export const NewPasskeyOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer(),
    excludeCredentials: Type.Array(Credential),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
    attestation: Type.Literal('none'),
  },
  { title: 'NewPasskeyOptions' },
);

export const PasskeyOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.Literal('required'),
    allowCredentials: Type.Array(Credential),
  },
  { title: 'PasskeyOptions' },
);

/** A passkey must be discoverable and verify its user, so that it is enough to log in. */
export function newPasskeyOptions(
  rp: RelyingParty,
  { id, email, name }: Person,
  existing: readonly Passkey[],
  challenge: string,
): Static<typeof NewPasskeyOptions> {
  return {
    challenge,
    rp: { id: rp.id, name: rp.name },
    user: { id: userHandleOf(id), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: existing.map(toCredential),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** Without `allowed`, the authenticator offers all passkeys that it has, so nobody learns which accounts have some. */
export function passkeyOptions(
  rp: RelyingParty,
  challenge: string,
  allowed: readonly Passkey[] = [],
): Static<typeof PasskeyOptions> {
  return {
    challenge,
    rpId: rp.id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(toCredential),
  };
}

function toCredential({ credentialId, transports }: Passkey): Static<typeof Credential> {
  return {
    id: Buffer.from(credentialId).toString('base64url'),
    type: 'public-key',
    transports: [...transports],
  };
}
