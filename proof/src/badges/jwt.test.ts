/** P110: a badge as a JWT is judged by the same checks. It is read in exactly one way, or refused. */

import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeBadgeTools } from '../../../tests/harness/node-badge-tools.ts';
import { BADGE_CONTEXTS, CREDENTIALS_V2 } from './contexts.ts';
import { compactJws, jwtSigningInput, parseJwt } from './jwt.ts';
import { encodeEd25519Multikey, encodeMultibase58 } from './multibase.ts';
import { CRYPTOSUITE, signedBytes, signedTexts } from './signature.ts';
import { type BadgeVerdict, verifyBadge } from './verify-badge.ts';

const DID = 'did:web:sello.example:i:acct';
const KID = `${DID}#jwk-1`;
const LIST = 'https://sello.example/status/acct/1';
const REVOKED_PLACE = 5;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { x = '' } = publicKey.export({ format: 'jwk' });
const other = generateKeyPairSync('ed25519').privateKey;
const multikey = encodeEd25519Multikey(new Uint8Array(Buffer.from(x, 'base64url')));
const publicKeyJwk = { kty: 'OKP', crv: 'Ed25519', x };
const issuer = {
  id: DID,
  verificationMethod: [
    { id: `${DID}#key-1`, type: 'Multikey', controller: DID, publicKeyMultibase: multikey },
    { id: KID, type: 'JsonWebKey', controller: DID, publicKeyJwk },
    { id: `${DID}#only-login`, type: 'JsonWebKey', controller: DID, publicKeyJwk },
  ],
  assertionMethod: [`${DID}#key-1`, KID],
};

const tools = nodeBadgeTools(
  async (url) => (url.endsWith('/did.json') ? issuer : url === LIST ? list : undefined),
  () => new Date('2026-06-01T00:00:00Z'),
);

const bits = new Uint8Array(16_384);
bits[0] = 0x80 >> REVOKED_PLACE;
const list = await withProof({
  '@context': [CREDENTIALS_V2],
  id: LIST,
  type: ['VerifiableCredential', 'BitstringStatusListCredential'],
  issuer: DID,
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: {
    id: `${LIST}#list`,
    type: 'BitstringStatusList',
    statusPurpose: 'revocation',
    encodedList: `u${gzipSync(bits).toString('base64url')}`,
  },
});

async function withProof(credential: { '@context': unknown } & Record<string, unknown>) {
  const settings = {
    type: 'DataIntegrityProof',
    cryptosuite: CRYPTOSUITE,
    created: '2026-01-01T00:00:00Z',
    verificationMethod: `${DID}#key-1`,
    proofPurpose: 'assertionMethod',
  };
  const bytes = await signedBytes(tools, await signedTexts(tools.canonize, credential, settings));
  const proofValue = encodeMultibase58(sign(null, bytes, privateKey));
  return { ...credential, proof: [{ ...settings, proofValue }] };
}

const compose = (place = 6, fields: object = {}) => ({
  '@context': [...BADGE_CONTEXTS],
  id: 'https://sello.example/b/x.json',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  name: 'Curso «β»',
  issuer: { id: DID, type: ['Profile'], name: 'Consejo' },
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: {
    type: ['AchievementSubject'],
    creditsEarned: 12.5,
    achievement: { id: 'https://sello.example/c/1', type: ['Achievement'], name: 'Curso' },
  },
  credentialStatus: {
    id: `${LIST}#${place}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(place),
    statusListCredential: LIST,
  },
  ...fields,
});

const signed = (input: string, key = privateKey) => compactJws(input, sign(null, Buffer.from(input), key));
const issue = (credential = compose()) =>
  signed(jwtSigningInput(credential, { kid: KID, sub: 'https://sello.example/b/x.json#recipient' }));

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const good = issue();
const [head = '', body = '', tail = ''] = good.split('.');
const header = JSON.parse(Buffer.from(head, 'base64url').toString());
const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
/** Signed by the issuer's own key, with another header or payload. */
const resigned = (h: unknown, p: unknown = payload) => signed(`${encode(h)}.${encode(p)}`);

const judge = (text: string): Promise<BadgeVerdict> => verifyBadge(tools, text);
const reasons = ({ checks }: BadgeVerdict) => checks.map(({ because }) => because);

test('a badge as a JWT: good, revoked, expired, not yet valid', async () => {
  const verdict = await judge(good);
  expect([verdict.verdict, reasons(verdict)]).toEqual([
    'valid',
    ['well_formed', 'key_found', 'signed', 'in_time', 'not_revoked'],
  ]);
  expect(verdict.facts).toMatchObject({ kind: 'badge', name: 'Curso «β»', issuerId: DID, credits: 12.5 });
  expect((await judge(`${good}\n`)).verdict).toBe('valid');
  for (const [credential, because] of [
    [compose(REVOKED_PLACE), 'revoked'],
    [compose(6, { validUntil: '2026-05-01T00:00:00Z' }), 'expired'],
    [compose(6, { validFrom: '2026-07-01T00:00:00Z' }), 'not_yet'],
  ] as const) {
    const bad = await judge(issue(credential));
    expect([bad.verdict, reasons(bad)]).toEqual(['invalid', expect.arrayContaining(['signed', because])]);
  }
});

test('its claims say what the badge says, and its payload is the badge', () => {
  expect(header).toEqual({ alg: 'EdDSA', kid: KID, typ: 'JWT' });
  const { iss, jti, sub, nbf, exp, credentialSubject, ...credential } = payload;
  expect({ iss, jti, sub, nbf, exp }).toEqual({
    iss: DID,
    jti: 'https://sello.example/b/x.json',
    sub: 'https://sello.example/b/x.json#recipient',
    nbf: Date.parse('2026-01-01T00:00:00Z') / 1000,
    exp: undefined,
  });
  expect(credentialSubject).toEqual({ id: sub, ...compose().credentialSubject });
  expect({ ...credential, credentialSubject: compose().credentialSubject }).toEqual(compose());
});

test("P110 a header that lets the sender choose how it is judged is refused, even if the issuer's key signed it", async () => {
  const mac = createHmac('sha256', Buffer.from(x, 'base64url')).update(
    `${encode({ ...header, alg: 'HS256' })}.${body}`,
  );
  const believed: string[] = [];
  for (const [what, text] of Object.entries({
    'alg none': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'alg none, signed': resigned({ ...header, alg: 'none' }),
    'alg HS256 over the public key': `${encode({ ...header, alg: 'HS256' })}.${body}.${mac.digest('base64url')}`,
    'alg RS256': resigned({ ...header, alg: 'RS256' }),
    'alg ES256': resigned({ ...header, alg: 'ES256' }),
    'alg in other letters': resigned({ ...header, alg: 'eddsa' }),
    'alg as a list': resigned({ ...header, alg: ['EdDSA'] }),
    'no alg': resigned({ kid: KID, typ: 'JWT' }),
    crit: resigned({ ...header, crit: ['b64'], b64: false }),
    b64: resigned({ ...header, b64: true }),
    'a key of its own': resigned({ alg: 'EdDSA', jwk: publicKeyJwk }),
    'a key beside kid': resigned({ ...header, jwk: publicKeyJwk }),
    'an address of keys': resigned({ ...header, jku: 'https://evil.example/keys' }),
    'a certificate': resigned({ ...header, x5c: [] }),
    'another type': resigned({ ...header, typ: 'at+jwt' }),
    'alg twice': resigned('{"alg":"none","alg":"EdDSA","kid":"x","typ":"JWT"}'),
    'no kid': resigned({ alg: 'EdDSA', typ: 'JWT' }),
  })) {
    const verdict = await judge(text);
    if (verdict.verdict !== 'invalid' || reasons(verdict)[0] !== 'malformed') believed.push(what);
  }
  expect(believed).toEqual([]);
});

test('P110 only a JWK that the issuer lists for claims counts, and only its signature', async () => {
  for (const kid of [
    `${DID}#key-1`,
    `${DID}#only-login`,
    `${DID}#jwk-2`,
    'did:web:evil.example#jwk-1',
    '#jwk-1',
  ])
    expect(reasons(await judge(resigned({ ...header, kid }))), kid).toContain('key_not_issuers');
  expect(reasons(await judge(signed(`${head}.${body}`, other)))).toContain('forged');
  expect(reasons(await judge(good.replace(tail, Buffer.alloc(64, 1).toString('base64url'))))).toContain(
    'forged',
  );
});

test('P110 any other spelling of the same JWT is refused', async () => {
  const loose = (part: string) =>
    part.slice(0, -1) + String.fromCharCode(part.charCodeAt(part.length - 1) + 1);
  const plain = Buffer.from(tail, 'base64url').toString('base64');
  for (const text of [
    `${head}=.${body}.${tail}`,
    `${head}.${body}.${tail}=`,
    `${head}.${body}.${plain}`,
    `${head}.${body}.${loose(tail)}`,
    `${head}.${body}.${tail}.`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}. ${body}.${tail}`,
    `${head}.${body}.${tail}.${tail}.${tail}`,
    JSON.stringify({ payload: body, protected: head, signature: tail }),
    good.replace(body, encode(`[${JSON.stringify(payload)}]`)),
  ])
    expect(reasons(await judge(text)), text.slice(-40)).toEqual(['malformed']);
  const text = JSON.stringify(payload);
  for (const twice of ['"name":"Otro",', '"n\\u0061me":"Otro",', '"nbf":1,', '"credentialStatus":null,'])
    expect(reasons(await judge(resigned(header, text.replace('{', `{${twice}`))))).toEqual(['malformed']);
});

test('P110 claims that contradict the badge make it invalid, even if the issuer signed them', async () => {
  const { iss, jti, sub, nbf, ...rest } = payload;
  for (const [what, claims] of Object.entries({
    'another issuer': { iss: 'did:web:evil.example', jti, sub, nbf },
    'another id': { iss, jti: 'https://sello.example/b/y.json', sub, nbf },
    'another subject': { iss, jti, sub: 'https://sello.example/b/y.json#recipient', nbf },
    'an earlier day': { iss, jti, sub, nbf: nbf - 86_400 },
    'a day as text': { iss, jti, sub, nbf: String(nbf) },
    'an end that the badge does not name': { iss, jti, sub, nbf, exp: nbf + 1e9 },
    'no issuer': { jti, sub, nbf },
    'no id': { iss, sub, nbf },
    'no subject': { iss, jti, nbf },
    'no day': { iss, jti, sub },
  }))
    expect(reasons(await judge(resigned(header, { ...rest, ...claims }))), what).toEqual(['claims_differ']);
  const endless = { ...payload, validUntil: '2026-05-01T00:00:00Z' };
  expect(reasons(await judge(resigned(header, endless)))).toEqual(['claims_differ']);
});

test('P110 a payload with a second credential, a context of its own or foreign terms is refused', async () => {
  for (const extra of [
    { vc: compose() },
    { unknown: 1 },
    { '@context': [...BADGE_CONTEXTS, { name: 'https://schema.org/alternateName' }] },
    { '@context': [...BADGE_CONTEXTS, 'https://example.com/context.json'] },
    { credentialSubject: { ...payload.credentialSubject, '@context': {} } },
    { type: ['VerifiableCredential', 'EndorsementCredential'] },
    { relatedResource: { id: 'https://x.example/', type: 'VerifiableCredential' } },
  ])
    expect((await judge(resigned(header, { ...payload, ...extra }))).verdict, JSON.stringify(extra)).toBe(
      'invalid',
    );
});

test('P110 one changed letter anywhere makes it invalid', async () => {
  const believed: number[] = [];
  for (let at = 0; at < good.length; at += 7) {
    const letter = good[at] === 'A' ? 'B' : 'A';
    const changed = good.slice(0, at) + letter + good.slice(at + 1);
    if ((await judge(changed)).verdict !== 'invalid') believed.push(at);
  }
  expect(believed).toEqual([]);
});

test('text that is no JWT is not taken for one', () => {
  for (const text of ['', '.', '..', '...', 'a.b.c', 'e30.e30.', `${head}.${body}`, '{"alg":"EdDSA"}'])
    expect(parseJwt(text), text).toBeUndefined();
  expect(parseJwt(good)).toMatchObject({ keyId: KID });
});
