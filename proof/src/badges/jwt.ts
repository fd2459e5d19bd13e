/**
 * A credential as a JWT (Open Badges 3.0, 8.2.4; W3C VC-JOSE-COSE): a compact JWS whose payload is the credential, with
 * the registered claims beside its fields.
 */

import { encodeBase64Url, encodeUtf8, parseBase64Url, parseUtf8 } from '../encoding/bytes.ts';
import { repeatedKey } from '../encoding/json-keys.ts';

type Fields = Record<string, unknown>;

/** A JWT whose header is one that is accepted here. Nothing of it is proven yet. */
export type GivenJwt = {
  /** The verification method in the header: `did:web:…#jwk-1`. */
  keyId: string;
  /** The payload without the registered claims. */
  credential: Fields;
  claims: Readonly<Partial<Record<(typeof CLAIMS)[number], unknown>>>;
  /** What was signed: the first two parts, as they were sent (RFC 7515, 5.1). */
  signingInput: string;
  signature: Uint8Array;
};

/** The claims that Open Badges defines, and the time of issuing. All others are no terms of a pinned context. */
const CLAIMS = ['iss', 'jti', 'sub', 'nbf', 'exp', 'iat'] as const;

/**
 * Open Badges allows no other header. So `crit`, a key in `jwk` or `x5c`, and an address in `jku`, which would let the
 * sender choose how the badge is judged, are refused.
 */
const HEADERS = ['alg', 'kid', 'typ'];
const TYPES = [undefined, 'JWT', 'vc+jwt'];

/** Undefined unless it is a compact JWS by an Ed25519 key, in the one way in which it can be written. */
export function parseJwt(text: string): GivenJwt | undefined {
  const [head = '', body = '', tail = '', ...more] = text.trim().split('.');
  const signature = parseBase64Url(tail);
  const header = objectIn(head);
  const payload = objectIn(body);
  if (signature?.length !== 64 || header === undefined || payload === undefined || more.length > 0)
    return undefined;
  const { alg, kid, typ } = header;
  const isPlain = Object.keys(header).every((name) => HEADERS.includes(name));
  // The key's type decides the algorithm; `alg` must only agree, so `none` and an HMAC over the public key are refused.
  if (!isPlain || alg !== 'EdDSA' || typeof kid !== 'string' || !TYPES.includes(typ as string | undefined))
    return undefined;
  const credential = Object.fromEntries(Object.entries(payload).filter(([name]) => !isClaim(name)));
  const claims = Object.fromEntries(Object.entries(payload).filter(([name]) => isClaim(name)));
  return { keyId: kid, credential, claims, signingInput: `${head}.${body}`, signature };
}

/** The credential in a JWT, to see what it is; undefined for other texts. */
export function peekJwt(text: string): Fields | undefined {
  const parts = text.trim().split('.');
  return parts.length === 3 ? objectIn(parts[1] ?? '') : undefined;
}

/**
 * What is signed of a credential. `kid` must be a verification method of its issuer; `sub` names the subject, which a
 * JWT must have and a credential with a hashed identity need not.
 */
export function jwtSigningInput(
  credential: Fields & { id: string; issuer: { id: string }; validFrom: string; credentialSubject: object },
  { kid, sub }: { kid: string; sub: string },
): string {
  const { proof: _proof, ...rest } = credential;
  const payload = {
    ...rest,
    credentialSubject: { id: sub, ...credential.credentialSubject },
    iss: credential.issuer.id,
    jti: credential.id,
    sub,
    nbf: numericDate(credential.validFrom),
    ...(typeof credential.validUntil === 'string' && { exp: numericDate(credential.validUntil) }),
  };
  return [{ alg: 'EdDSA', kid, typ: 'JWT' }, payload]
    .map((part) => encodeBase64Url(encodeUtf8(JSON.stringify(part))))
    .join('.');
}

export function compactJws(signingInput: string, signature: Uint8Array): string {
  return `${signingInput}.${encodeBase64Url(signature)}`;
}

/** RFC 7519 §2: seconds since 1970. NaN for what is no time. */
export function numericDate(time: string): number {
  return Date.parse(time) / 1000;
}

function isClaim(name: string): boolean {
  return (CLAIMS as readonly string[]).includes(name);
}

/** Undefined unless it is base64url of one JSON object that names no key twice. */
function objectIn(part: string): Fields | undefined {
  const bytes = parseBase64Url(part);
  const text = bytes && parseUtf8(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && repeatedKey(text) === undefined ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
