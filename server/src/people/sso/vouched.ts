/** Reads what the issuer's claims say about a person. */

import type { Vouched } from './ports.ts';

type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME = 200;
const MAX_EMAIL = 254;

export function toVouched(claims: Claims, idToken: string): Vouched {
  const email = textOf(claims.email, MAX_EMAIL);
  return {
    issuer: String(claims.iss),
    subject: issuerIdOf(claims.sub) ?? noSubject(),
    session: issuerIdOf(claims.sid),
    email: email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined,
    // Microsoft Entra uses a claim of its own for verified addresses.
    isEmailVerified: claims.email_verified === true || isTrue(claims.xms_edov),
    name: textOf(claims.name, MAX_NAME),
    idToken,
    claims,
  };
}

/** The issuer's ids are compared letter by letter and never normalised. The standard requires printable ASCII. */
export function issuerIdOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value) ? value : undefined;
}

function noSubject(): never {
  throw new Error('The issuer names a subject that is no printable text of at most 255 characters');
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** Control characters have no place in a name or an address. */
function textOf(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.normalize('NFC').replace(/\p{C}/gu, '').trim();
  return text === '' || text.length > longest ? undefined : text;
}
