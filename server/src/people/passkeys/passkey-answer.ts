/** What browsers answer for an authenticator, as `PublicKeyCredential.toJSON()` writes it; unknown fields are ignored. */

import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';

/** Base64url; credential ids have at most 1023 bytes (WebAuthn §5.1). */
const CredentialId = Type.String({ minLength: 1, maxLength: 1_364, pattern: '^[A-Za-z0-9_-]+$' });
const base64url = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });

/** The answer of `navigator.credentials.create`. */
export const NewPasskeyAnswer = Type.Object(
  {
    id: CredentialId,
    response: Type.Object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(20_000),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
    }),
  },
  { title: 'NewPasskeyAnswer' },
);

/** The answer of `navigator.credentials.get`. */
export const PasskeyAnswer = Type.Object(
  {
    id: CredentialId,
    response: Type.Object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(2_000),
      userHandle: Type.Optional(nullable(base64url(100))),
    }),
  },
  { title: 'PasskeyAnswer' },
);

export type NewPasskeyAnswer = Static<typeof NewPasskeyAnswer>;
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** The challenge that was signed. Undefined when it cannot be read, or another site had us in a frame. */
export function challengeIn({ response }: NewPasskeyAnswer | PasskeyAnswer): string | undefined {
  const client = parseObject(Buffer.from(response.clientDataJSON, 'base64url').toString());
  // The library lets `crossOrigin` pass where a browser names no `topOrigin`; our pages are never framed.
  const isFramed = client?.crossOrigin === true || client?.topOrigin !== undefined;
  return typeof client?.challenge === 'string' && !isFramed ? client.challenge : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
