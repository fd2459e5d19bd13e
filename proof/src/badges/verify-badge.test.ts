/**
 * P110: a badge is judged by the statements that its signature covers, in whatever words and forms they are written.
 */

import { generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeBadgeTools } from '../../../tests/harness/node-badge-tools.ts';
import { BADGE_CONTEXTS, CREDENTIALS_V2 } from './contexts.ts';
import { encodeEd25519Multikey, encodeMultibase58 } from './multibase.ts';
import { CRYPTOSUITE, type SecuredDocument, signedBytes, signedTexts } from './signature.ts';
import { type BadgeVerdict, verifyBadge } from './verify-badge.ts';

const DID = 'did:web:sello.example:i:acct';
const LIST = 'https://sello.example/status/acct/1';
const NOW = new Date('2026-06-01T00:00:00Z');
const REVOKED_PLACE = 5;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
const issuer = {
  id: DID,
  verificationMethod: [
    {
      id: `${DID}#key-1`,
      type: 'Multikey',
      controller: DID,
      publicKeyMultibase: encodeEd25519Multikey(rawKey),
    },
  ],
  assertionMethod: [`${DID}#key-1`],
};

const tools = nodeBadgeTools(
  async (url) => (url.endsWith('/did.json') ? issuer : url === LIST ? list : undefined),
  () => NOW,
);

// biome-ignore lint/suspicious/noExplicitAny: credentials of every shape, also of wrong ones.
type Credential = any;

async function signed(credential: SecuredDocument, proofFields: object = {}): Promise<Credential> {
  const settings = {
    type: 'DataIntegrityProof',
    cryptosuite: CRYPTOSUITE,
    created: '2026-01-01T00:00:00Z',
    verificationMethod: `${DID}#key-1`,
    proofPurpose: 'assertionMethod',
    ...proofFields,
  };
  const bytes = await signedBytes(tools, await signedTexts(tools.canonize, credential, settings));
  return {
    ...credential,
    proof: [{ ...settings, proofValue: encodeMultibase58(sign(null, bytes, privateKey)) }],
  };
}

const bits = new Uint8Array(16_384);
bits[0] = 0x80 >> REVOKED_PLACE;
const list = await signed({
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
} as SecuredDocument);

function compose(place: number, fields: object = {}): Credential {
  return {
    '@context': [...BADGE_CONTEXTS],
    id: 'https://sello.example/b/x.json',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'Curso «β» "2026"\n',
    issuer: { id: DID, type: ['Profile'], name: 'Consejo', url: 'https://sello.example/' },
    validFrom: '2026-01-01T00:00:00Z',
    awardedDate: '2026-01-01T00:00:00Z',
    credentialSubject: {
      type: ['AchievementSubject'],
      creditsEarned: 12.5,
      achievement: { id: 'https://sello.example/c/1', type: ['Achievement'], name: 'Curso', tag: ['a', 'b'] },
    },
    credentialStatus: {
      id: `${LIST}#${place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(place),
      statusListCredential: LIST,
    },
    ...fields,
  };
}

const good = await signed(compose(6, { validUntil: '2027-01-01T00:00:00Z' }));
/** Signed badges that are not valid; `field` holds what is wrong with each. */
const BAD: readonly { field: string; badge: Credential; because: string }[] = [
  { field: 'credentialStatus', badge: await signed(compose(REVOKED_PLACE)), because: 'revoked' },
  {
    field: 'validUntil',
    badge: await signed(compose(6, { validUntil: '2026-05-01T00:00:00Z' })),
    because: 'expired',
  },
  {
    field: 'validFrom',
    badge: await signed(compose(6, { validFrom: '2026-07-01T00:00:00Z' })),
    because: 'not_yet',
  },
];

const IRIS: Readonly<Record<string, string>> = {
  credentialStatus: 'https://www.w3.org/2018/credentials#credentialStatus',
  validUntil: 'https://www.w3.org/2018/credentials#validUntil',
  validFrom: 'https://www.w3.org/2018/credentials#validFrom',
};
const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime';

/** The context gives no type to a value under an IRI instead of a term, so the type is written beside the value. */
const typed = (value: unknown) =>
  typeof value === 'string' ? { '@value': value, '@type': DATE_TIME } : value;

/**
 * Other spellings of a field: each function returns what replaces the field. Most give the same statements, so the
 * signature still holds.
 */
type Respell = (field: string, value: unknown, badge: Credential) => object;

const RESPELLINGS: Readonly<Record<string, Respell>> = {
  'under its IRI': (field, value) => ({ [iri(field)]: typed(value) }),
  'under its IRI, as a list': (field, value) => ({ [iri(field)]: [typed(value)] }),
  'as a list of one': (field, value) => ({ [field]: [value] }),
  'as a list in a list': (field, value) => ({ [field]: [[value]] }),
  'as a value object': (field, value) => ({
    [field]: typeof value === 'string' ? typed(value) : { '@set': [value] },
  }),
  'in @nest': (field, value) => ({ '@nest': { [field]: value } }),
  'in @nest twice, under its IRI': (field, value) => ({
    '@nest': [{ '@nest': { [iri(field)]: typed(value) } }],
  }),
  'in @included': (field, value, { id }) => ({ '@included': [{ id, [iri(field)]: typed(value) }] }),
  'in @reverse': (field, value, { id }) =>
    typeof value === 'string'
      ? { '@included': { '@id': id, [iri(field)]: typed(value) } }
      : { '@included': { ...(value as object), '@reverse': { [iri(field)]: { '@id': id } } } },
  'through a nested context': (field, value) => ({
    '@nest': { '@context': { other: { '@id': iri(field), '@type': DATE_TIME } }, other: value },
  }),
  'under a compact IRI of a context': (field, value) => ({ [`cred:${field}`]: typed(value) }),
  'with the type of the entry under its IRI': (field, value) => ({
    [field]:
      typeof value === 'string'
        ? value
        : {
            ...(value as object),
            type: ['https://www.w3.org/ns/credentials/status#BitstringStatusListEntry'],
          },
  }),
  'left out': () => ({}),
  null: (field) => ({ [field]: null }),
  'as an empty list': (field) => ({ [field]: [] }),
};

function iri(field: string): string {
  return IRIS[field] ?? '';
}

function respelled(badge: Credential, field: string, respell: Respell): Credential {
  const { [field]: value, proof, ...rest } = badge;
  return { ...rest, ...respell(field, value, badge), proof };
}

const judge = (badge: Credential): Promise<BadgeVerdict> => verifyBadge(tools, JSON.stringify(badge));
const reasons = ({ checks }: BadgeVerdict) => checks.map(({ because }) => because);

test('P110 an unchanged badge is judged as good, revoked, expired or not yet valid', async () => {
  const verdict = await judge(good);
  expect([verdict.verdict, reasons(verdict)]).toEqual([
    'valid',
    ['well_formed', 'key_found', 'signed', 'in_time', 'not_revoked'],
  ]);
  expect(verdict.facts).toEqual({
    kind: 'badge',
    name: 'Curso «β» "2026"\n',
    issuer: 'Consejo',
    issuerId: DID,
    id: 'https://sello.example/b/x.json',
    awardedOn: '2026-01-01T00:00:00Z',
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: '2027-01-01T00:00:00Z',
    credits: 12.5,
    parts: [],
  });
  for (const { badge, because } of BAD) {
    const bad = await judge(badge);
    expect(bad.verdict).toBe('invalid');
    expect(reasons(bad)).toContain(because);
  }
});

test('P110 no other spelling of a status or a date makes an invalid badge valid', async () => {
  const believed: string[] = [];
  let [held, all] = [0, 0];
  for (const { field, badge, because } of BAD)
    for (const [how, respell] of Object.entries(RESPELLINGS)) {
      const verdict = await judge(respelled(badge, field, respell));
      if (verdict.verdict !== 'invalid') believed.push(`${field} ${how}: ${verdict.verdict}`);
      all += 1;
      if (!reasons(verdict).includes('signed')) continue;
      held += 1;
      expect(reasons(verdict), `${field} ${how}`).toContain(because);
    }
  expect(believed).toEqual([]);
  // If no spelling kept the signature valid, this test would show only that signatures are checked.
  expect(held).toBeGreaterThan(all / 3);
});

test('P110 the same statements in another form get the same verdict', async () => {
  for (const how of ['under its IRI', 'as a list of one', 'in @nest'])
    for (const field of ['credentialStatus', 'validUntil'])
      expect((await judge(respelled(good, field, RESPELLINGS[how]!))).verdict, `${field} ${how}`).toBe(
        'valid',
      );
});

test('P110 a reader sees exactly what was signed: no context inside, no duplicate key, no second credential', async () => {
  const inside = structuredClone(good);
  inside.credentialSubject['@context'] = {
    points: 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#creditsEarned',
  };
  inside.credentialSubject.points = inside.credentialSubject.creditsEarned;
  delete inside.credentialSubject.creditsEarned;
  expect(reasons(await judge(inside))).toEqual(['malformed']);
  const proof = [{ ...good.proof[0], '@context': [...BADGE_CONTEXTS] }];
  expect(reasons(await judge({ ...good, proof }))).toEqual(['malformed']);
  const text = JSON.stringify(good);
  for (const twice of ['"name":"Otro",', '"n\\u0061me":"Otro",', '"credentialStatus":null,'])
    expect(reasons(await verifyBadge(tools, text.replace('{', `{${twice}`)))).toEqual(['malformed']);
  const two = await signed(
    compose(6, { relatedResource: { id: 'https://x.example/', type: 'VerifiableCredential' } }),
  );
  expect(reasons(await judge(two))).toEqual(['malformed']);
});

test('P110 a badge that names no status list, and one whose proof has ended, are not valid', async () => {
  const { credentialStatus: _status, ...without } = compose(6);
  const verdict = await judge(await signed(without));
  expect([verdict.verdict, verdict.checks.at(-1)?.because]).toEqual(['unconfirmed', 'no_status']);
  const ended = await judge(await signed(compose(6), { expires: '2026-05-01T00:00:00Z' }));
  expect([ended.verdict, reasons(ended)]).toEqual(['invalid', expect.arrayContaining(['signed', 'expired'])]);
});

test('P110 a status list, an endorsement and a badge with foreign terms are not accepted as badges', async () => {
  expect((await judge(list)).verdict).toBe('invalid');
  const other = await signed(compose(6, { type: ['VerifiableCredential', 'EndorsementCredential'] }));
  expect((await judge(other)).verdict).toBe('invalid');
  const words = await signed(compose(6, { 'https://example.com/expires': '2020-01-01' }));
  expect((await judge(words)).verdict).toBe('invalid');
});
