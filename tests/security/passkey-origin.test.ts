/** Answers of passkeys that must be refused, each forged by an authenticator that can sign. */

import { execFileSync } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DASHBOARD, type Person, signUp } from '../harness/dashboard-person.ts';
import { forFile } from '../harness/for-file.ts';
import {
  addPasskey,
  attestation,
  bytes,
  type Claims,
  list,
  logInWith,
  loginChallenge,
  makeSoftwarePasskey,
  map,
  proofBy,
  type SoftwarePasskey,
  text,
} from '../harness/software-passkey.ts';
import { openTestSello } from '../harness/test-sello.ts';

let owner: Person;
let passkey: SoftwarePasskey;
const sello = forFile(openTestSello);
beforeEach(async () => {
  owner = await signUp(sello);
  ({ passkey } = await addPasskey(owner));
});

/** Each answer is wrong in one point, as an attacker could make it; the rest is honest. */
const LIES: readonly (readonly [string, Claims])[] = [
  ['a foreign origin', { origin: 'http://localhost.evil.example:3000' }],
  ['a subdomain of ours', { origin: 'http://files.localhost:3000' }],
  ['another port', { origin: 'http://localhost:3001' }],
  ['another scheme', { origin: 'https://localhost:3000' }],
  ['our origin with a path', { origin: 'http://localhost:3000/' }],
  ['no origin', { client: { origin: undefined } }],
  ['a foreign RP ID', { rpId: 'evil.example' }],
  ['an empty RP ID', { rpId: '' }],
  ['a challenge of their own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['no challenge', { client: { challenge: undefined } }],
  ['an answer that was made for adding', { type: 'webauthn.create' }],
  ['a frame of another site', { client: { crossOrigin: true } }],
  ['a frame of a named site', { client: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
  ['nobody present', { isPresent: false, isVerified: true }],
  ['nobody verified', { isVerified: false }],
  ['a spoilt signature', { spoilSignature: true }],
  [
    'the handle of somebody else',
    { userHandle: Buffer.from('acct_0000000000000000000000').toString('base64url') },
  ],
];

test.for(LIES)(
  'P50 a login by passkey with %s is refused, and the honest one accepted',
  async ([, claims]) => {
    const lie = await logInWith(sello, passkey, claims);
    expect([lie.status, lie.body.error, lie.headers['set-cookie']]).toEqual([401, 'unauthorized', undefined]);
    expect((await logInWith(sello, passkey)).status).toBe(200);
  },
);

test.for(LIES)('P50 a passkey with %s is no second factor, and proves nothing inside', async ([, claims]) => {
  const { email, password } = owner;
  const { options, cookie } = await loginChallenge(sello);
  const payload = { email, password, passkey: passkey.get(options, claims) };
  const login = await sello.call('POST', `${DASHBOARD}/login`, { headers: { cookie }, payload });
  expect([login.status, login.body.error]).toEqual([401, 'invalid_second_factor']);
  const lie = await proofBy(owner, passkey, claims);
  const renewed = await owner.call('POST', '/second-factor/recovery-codes', { password, ...lie });
  expect([renewed.status, renewed.body.error]).toEqual([401, 'invalid_second_factor']);
  const honest = { password, ...(await proofBy(owner, passkey)) };
  expect((await owner.call('POST', '/second-factor/recovery-codes', honest)).status).toBe(200);
});

/** The lies that an answer to `create` can contain. */
const NEW_LIES = LIES.filter(([, claims]) => !('spoilSignature' in claims || 'userHandle' in claims)).map(
  ([name, claims]) => [name, claims.type === undefined ? claims : { type: 'webauthn.get' }] as const,
);

test.for(NEW_LIES)('P50 a new passkey with %s is refused', async ([, claims]) => {
  const { password } = owner;
  const fresh = makeSoftwarePasskey();
  const asked = { password, ...(await proofBy(owner, passkey)) };
  const { options } = (await owner.call('POST', '/passkeys/options', asked)).body;
  const lie = await owner.call('POST', '/passkeys', { name: 'x', passkey: fresh.create(options, claims) });
  expect([lie.status, lie.body.error]).toEqual([422, 'invalid_passkey']);
  expect((await owner.call('GET', '/passkeys')).body.passkeys).toHaveLength(1);
});

test('P50 a challenge is good once: the recorded answer opens nothing a second time', async () => {
  const { options, cookie } = await loginChallenge(sello);
  const payload = { passkey: passkey.get(options) };
  const send = () => sello.call('POST', `${DASHBOARD}/login/passkey`, { headers: { cookie }, payload });
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(401);
  // Nor is a new answer to a used challenge accepted.
  payload.passkey = passkey.get(options);
  expect((await send()).status).toBe(401);
});

test('P50 of many answers to one challenge that come at once, to several processes, one is accepted', async () => {
  const other = await sello.another();
  const { options, cookie } = await loginChallenge(sello);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      (i % 2 ? sello : other).call('POST', `${DASHBOARD}/login/passkey`, {
        headers: { cookie },
        payload: { passkey: passkey.get(options) },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(401)]);
});

test('P50 a challenge is worthless after five minutes, in another browser, in another session and for another purpose', async () => {
  const old = await loginChallenge(sello);
  const send = (cookie: string, answer: object) =>
    sello.call('POST', `${DASHBOARD}/login/passkey`, { headers: { cookie }, payload: { passkey: answer } });
  sello.advance(300_001);
  expect((await send(old.cookie, passkey.get(old.options))).status).toBe(401);

  const [one, other] = [await loginChallenge(sello), await loginChallenge(sello)];
  expect((await send(other.cookie, passkey.get(one.options))).status).toBe(401);
  expect((await send('', passkey.get(one.options))).status).toBe(401);
  expect((await send(one.cookie, passkey.get(one.options))).status).toBe(200);

  const again = await logInWith(sello, passkey);
  const elsewhere = String([again.headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? '';
  const { password } = owner;
  const stolen = (await owner.call('POST', '/passkeys/proof-options')).body.options;
  const inOther = await owner.call(
    'POST',
    '/second-factor/recovery-codes',
    { password, passkey: passkey.get(stolen) },
    { cookie: elsewhere },
  );
  expect([inOther.status, inOther.body.error]).toEqual([401, 'invalid_second_factor']);

  const login = await loginChallenge(sello);
  const asProof = { password, passkey: passkey.get(login.options) };
  const wrongPurpose = await owner.call('POST', '/second-factor/recovery-codes', asProof, {
    cookie: `${owner.cookie}; ${login.cookie}`,
  });
  expect(wrongPurpose.body.error).toBe('invalid_second_factor');
  const proof = (await owner.call('POST', '/passkeys/proof-options')).body.options;
  expect((await send(login.cookie, passkey.get(proof))).status).toBe(401);
});

test('P50 a counter that goes backwards or stands still is a copied authenticator, and refused', async () => {
  expect((await logInWith(sello, passkey, { counter: 10 })).status).toBe(200);
  expect((await logInWith(sello, passkey, { counter: 10 })).status).toBe(401);
  expect((await logInWith(sello, passkey, { counter: 9 })).status).toBe(401);
  expect((await logInWith(sello, passkey, { counter: 0 })).status).toBe(401);
  expect((await logInWith(sello, passkey, { counter: 11 })).status).toBe(200);
});

test('authenticators that count nothing stay at 0, and are accepted', async () => {
  for (let i = 0; i < 3; i++) expect((await logInWith(sello, passkey, { counter: 0 })).status).toBe(200);
});

test('P50 the key of another passkey does not answer for this one, nor a passkey of another person as second factor', async () => {
  const stranger = await signUp(sello);
  const { passkey: theirs } = await addPasskey(stranger);
  const { options, cookie } = await loginChallenge(sello);
  const forged = { ...theirs.get(options), id: passkey.id };
  const answer = await sello.call('POST', `${DASHBOARD}/login/passkey`, {
    headers: { cookie },
    payload: { passkey: forged },
  });
  expect(answer.status).toBe(401);
  const next = await loginChallenge(sello);
  const login = await sello.call('POST', `${DASHBOARD}/login`, {
    headers: { cookie: next.cookie },
    payload: { email: owner.email, password: owner.password, passkey: theirs.get(next.options) },
  });
  expect([login.status, login.body.error]).toEqual([401, 'invalid_second_factor']);
});

test('P50 a credential that somebody has already cannot be added by another', async () => {
  const stranger = await signUp(sello);
  const { options } = (await stranger.call('POST', '/passkeys/options', { password: stranger.password }))
    .body;
  const taken = await stranger.call('POST', '/passkeys', { name: 'x', passkey: passkey.create(options) });
  expect([taken.status, taken.body.error]).toEqual([422, 'invalid_passkey']);
  // The takeover failed: the passkey still belongs to its owner, who has another handle.
  expect((await stranger.call('GET', '/passkeys')).body.passkeys).toEqual([]);
});

test('P50 an attestation with certificates is refused, also one whose signature is right', async () => {
  const { certificate, key } = await makerCertificate();
  const withCertificate = (format: string) => (signed: Buffer) =>
    attestation(
      format,
      Buffer.concat([
        map(3),
        ...[text('alg'), Buffer.from([0x26])],
        ...[text('sig'), bytes(createSign('sha256').update(signed).sign(key))],
        ...[text('x5c'), list(1), bytes(certificate)],
      ]),
    );
  for (const format of ['packed', 'apple', 'android-key', 'tpm', 'fido-u2f', 'android-safetynet', 'x']) {
    const asked = { password: owner.password, ...(await proofBy(owner, passkey)) };
    const { options } = (await owner.call('POST', '/passkeys/options', asked)).body;
    const fresh = makeSoftwarePasskey().create(options, { attest: withCertificate(format) });
    const answer = await owner.call('POST', '/passkeys', { name: 'x', passkey: fresh });
    expect([format, answer.status, answer.body.error]).toEqual([format, 422, 'invalid_passkey']);
  }
});

/** A certificate as makers of authenticators have it (WebAuthn §8.2.1). */
async function makerCertificate(): Promise<{ certificate: Buffer; key: string }> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keyFile = path.join(sello.dataDir, 'maker.key');
  await writeFile(keyFile, key);
  const subject = '/C=MX/O=Maker/OU=Authenticator Attestation/CN=Maker';
  const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  const args = ['req', '-new', '-x509', '-key', keyFile, '-subj', subject, '-outform', 'DER', ...leaf];
  return { certificate: execFileSync('openssl', args), key };
}
