/**
 * A credential as a JWT (Open Badges 3.0, 8.2.4; W3C VC-JOSE-COSE): a compact JWS whose payload is the credential, with
 * the registered claims beside its fields.
 */

import { encodeBase64Url, encodeUtf8, parseBase64Url, parseUtf8 } from '../encoding/bytes.ts';
import { repeatedKey } from '../encoding/json-keys.ts';

type Fields = Record<string, unknown>;

/** A JWT whose header is accepted here. Nothing in it is verified yet. */
export type GivenJwt = {
  /** The verification method in the header: `did:web:…#jwk-1`. */
  keyId: string;
  /** The payload without the registered claims. */
  credential: Fields;
  claims: Readonly<Partial<Record<(typeof CLAIMS)[number], unknown>>>;
  /** The signed text: the first two parts, exactly as they were sent (RFC 7515, 5.1). */
  signingInput: string;
  signature: Uint8Array;
};

/**
 * The claims that Open Badges defines, and the time of issuing. Any other claim would be a term without a pinned
 * context.
 */
const CLAIMS = ['iss', 'jti', 'sub', 'nbf', 'exp', 'iat'] as const;

/**
 * Open Badges allows no other header. This refuses `crit`, keys in `jwk` or `x5c`, and addresses in `jku`, with which a
 * sender could choose how the badge is judged.
 */
const HEADERS = ['alg', 'kid', 'typ'];
const TYPES = [undefined, 'JWT', 'vc+jwt'];

/** Undefined unless it is a compact JWS by an Ed25519 key, in its only valid spelling. */
export function parseJwt(text: string): GivenJwt | undefined {
  const [head = '', body = '', tail = '', ...more] = text.trim().split('.');
  const signature = parseBase64Url(tail);
  const header = objectIn(head);
  const payload = objectIn(body);
  if (signature?.length !== 64 || header === undefined || payload === undefined || more.length > 0)
    return undefined;
  const { alg, kid, typ } = header;
  const isPlain = Object.keys(header).every((name) => HEADERS.includes(name));
  // The algorithm follows from the key's type, and `alg` must agree with it. So `none`, and an HMAC over the public
  // key, are refused.
  if (!isPlain || alg !== 'EdDSA' || typeof kid !== 'string' || !TYPES.includes(typ as string | undefined))
    return undefined;
  const credential = Object.fromEntries(Object.entries(payload).filter(([name]) => !isClaim(name)));
  const claims = Object.fromEntries(Object.entries(payload).filter(([name]) => isClaim(name)));
  return { keyId: kid, credential, claims, signingInput: `${head}.${body}`, signature };
}

/** The credential inside a JWT, to find out what kind it is; undefined for other texts. */
export function peekJwt(text: string): Fields | undefined {
  const parts = text.trim().split('.');
  return parts.length === 3 ? objectIn(parts[1] ?? '') : undefined;
}

/**
 * The claims that are signed for a credential. `kid` must be a verification method of its issuer. `sub` names the
 * subject: a JWT must have it, but a credential with a hashed identity need not.
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

/** RFC 7519 §2: seconds since 1970. NaN for a text that is no time. */
export function numericDate(time: string): number {
  return Date.parse(time) / 1000;
}

function isClaim(name: string): boolean {
  return (CLAIMS as readonly string[]).includes(name);
}

/** Undefined unless it is base64url of a single JSON object without duplicate keys. */
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
