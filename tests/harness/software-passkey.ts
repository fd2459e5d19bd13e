/** A passkey in software: gives the answers of a browser and its authenticator, honest by default. */

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { DASHBOARD, type Person } from './dashboard-person.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

/** The address of a test Sello. */
const OWN_ORIGIN = 'http://localhost:3000';

/** Fields of the answer that a test may falsify. */
export type Claims = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** More fields of the client's data. */
  client?: object;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Changes a byte of the signature. */
  spoilSignature?: boolean;
};

/** CBOR of `fmt` and `attStmt`. */
type Attest = (signed: Buffer) => Buffer;

type Options = { challenge: string };

export type SoftwarePasskey = {
  id: string;
  /** The counter in the last answer. */
  counter: number;
  /**
   * The answer of `navigator.credentials.create`. `attest`: makes an attestation, with format and statement, over the
   * signed bytes; by default there is none.
   */
  create(options: Options & { user: { id: string } }, claims?: Claims & { attest?: Attest }): object;
  /** The answer of `navigator.credentials.get`; counts up. */
  get(options: Options, claims?: Claims): { id: string; response: Record<string, string | null> };
};

export function makeSoftwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let userHandle = '';
  const passkey: SoftwarePasskey = {
    id: credentialId.toString('base64url'),
    counter: 0,

    create({ challenge, user }, claims = {}) {
      userHandle = user.id;
      const attested = Buffer.concat([
        Buffer.alloc(16),
        uint16(credentialId.length),
        credentialId,
        coseKey(publicKey),
      ]);
      const authData = Buffer.concat([authenticatorData(claims, claims.counter ?? 0, 0x40), attested]);
      const client = clientData('webauthn.create', challenge, claims);
      const attest = claims.attest ?? (() => attestation('none', map(0)));
      const statement = attest(Buffer.concat([authData, sha256(client)]));
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.concat([map(3), statement, text('authData'), bytes(authData)]).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },

    get({ challenge }, claims = {}) {
      passkey.counter = claims.counter ?? passkey.counter + 1;
      const client = clientData('webauthn.get', challenge, claims);
      const authData = authenticatorData(claims, passkey.counter, 0);
      const signature = sign(privateKey, Buffer.concat([authData, sha256(client)]));
      if (claims.spoilSignature) signature.writeUInt8((signature.at(-1) ?? 0) ^ 1, signature.length - 1);
      return {
        id: passkey.id,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: claims.userHandle === undefined ? userHandle : claims.userHandle,
        },
      };
    },
  };
  return passkey;
}

/** Adds a passkey to a person's account. `proof` proves the second factor that the account already has. */
export async function addPasskey(
  person: Person,
  proof: object = {},
  name = 'My phone',
): Promise<{ passkey: SoftwarePasskey; answer: TestAnswer }> {
  const passkey = makeSoftwarePasskey();
  const begun = await person.call('POST', '/passkeys/options', { password: person.password, ...proof });
  expect([begun.status, begun.text]).toEqual([200, begun.text]);
  const answer = await person.call('POST', '/passkeys', {
    name,
    passkey: passkey.create(begun.body.options),
  });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return { passkey, answer };
}

/** What a browser gets at the login page: the options, and the cookie that comes with them. */
export async function loginChallenge(
  sello: TestSello,
  from?: string,
): Promise<{ options: Options; cookie: string }> {
  const answer = await sello.call(
    'POST',
    `${DASHBOARD}/login/passkey/options`,
    from === undefined ? {} : { from },
  );
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  return { options: answer.body.options, cookie };
}

/** Logs in with the passkey alone. */
export async function logInWith(
  sello: TestSello,
  passkey: SoftwarePasskey,
  claims: Claims = {},
  device = '',
): Promise<TestAnswer> {
  const { options, cookie } = await loginChallenge(sello);
  const headers = { cookie: [cookie, device].filter(Boolean).join('; ') };
  const payload = { passkey: passkey.get(options, claims) };
  return sello.call('POST', `${DASHBOARD}/login/passkey`, { headers, payload });
}

/** A proof by passkey for a logged-in person. */
export async function proofBy(
  person: Person,
  passkey: SoftwarePasskey,
  claims: Claims = {},
): Promise<{ passkey: object }> {
  const { body } = await person.call('POST', '/passkeys/proof-options');
  return { passkey: passkey.get(body.options, claims) };
}

function clientData(type: string, challenge: string, claims: Claims): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: claims.type ?? type,
      challenge: claims.challenge ?? challenge,
      origin: claims.origin ?? OWN_ORIGIN,
      crossOrigin: false,
      ...claims.client,
    }),
  );
}

/** WebAuthn §6.1: hash of the RP ID, flags, counter. */
function authenticatorData(
  { rpId = 'localhost', isPresent = true, isVerified = true }: Claims,
  counter: number,
  moreFlags: number,
): Buffer {
  const flags = (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | moreFlags;
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags, 0);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(Buffer.from(rpId)), tail]);
}

/** RFC 9053 §7.1.1: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    map(5),
    Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
}

function sign(key: KeyObject, data: Buffer): Buffer {
  return createSign('sha256').update(data).sign(key);
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

/** CBOR of the first two fields of an attestation. */
export function attestation(format: string, statement: Buffer): Buffer {
  return Buffer.concat([text('fmt'), text(format), text('attStmt'), statement]);
}

// The part of CBOR (RFC 8949 §3) that an attestation needs.

export function map(entries: number): Buffer {
  return head(0xa0, entries);
}

export function list(entries: number): Buffer {
  return head(0x80, entries);
}

export function text(value: string): Buffer {
  return Buffer.concat([head(0x60, Buffer.byteLength(value)), Buffer.from(value)]);
}

export function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(0x40, value.length), value]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([major | size]);
  if (size < 256) return Buffer.from([major | 24, size]);
  return Buffer.concat([Buffer.from([major | 25]), uint16(size)]);
}
