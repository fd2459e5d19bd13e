/**
 * Foreign programs judge badges as JWTs: jose, a Python verifier written from the specification, and the JSON Schema.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { verifyBadge } from '@sello/proof/badges';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { compactVerify, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateBadgeKey } from '../../server/src/memberships/badges/badge-keys.ts';
import { type BadgeWorld, type Credential, openBadgeWorld } from '../harness/badges.ts';
import { nodeBadgeTools } from '../harness/node-badge-tools.ts';
import { askLines } from '../harness/python-lines.ts';

let world: BadgeWorld;
beforeAll(async () => {
  world = await openBadgeWorld();
});
afterAll(() => world?.close());

const jwtOf = async (awardId: string): Promise<string> => {
  const answer = await world.council.call('GET', `/awards/${awardId}/badge?format=jwt`);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
};

function payloadOf(jwt: string): Credential {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
}

async function issuerOf(did: string): Promise<Credential> {
  return world.fetch(`https://${did.slice('did:web:'.length).replaceAll(':', '/')}/did.json`);
}

/** The key in the issuer's document that the header names. */
const byKid = (document: Credential) => async (header: { kid?: string; alg?: string }) => {
  const method = document.verificationMethod.find(({ id }: { id: string }) => id === header.kid);
  if (!document.assertionMethod.includes(header.kid)) throw new Error('The key is not for claims');
  return importJWK(method.publicKeyJwk, header.alg);
};

async function jose(jwt: string, document: Credential): Promise<boolean> {
  const { iss, sub } = payloadOf(jwt);
  return jwtVerify(jwt, byKid(document), { algorithms: ['EdDSA'], issuer: iss, subject: sub }).then(
    () => true,
    () => false,
  );
}

const PROGRAM = fileURLToPath(new URL('./verify_badge_jwt.py', import.meta.url));

async function python(jwts: readonly string[], document: Credential): Promise<string[]> {
  const status = await world.fetch(payloadOf(jwts[0] ?? '').credentialStatus.statusListCredential);
  const questions = jwts.map((jwt) => ({ jwt, did_document: document, status_list: status }));
  return (await askLines<{ verdict: string }>(PROGRAM, questions)).map(({ verdict }) => verdict);
}

const ours = async (jwt: string) =>
  (
    await verifyBadge(
      nodeBadgeTools((url) => world.fetch(url)),
      jwt,
    ).catch(() => undefined)
  )?.verdict;

const fitsSchema = (() => {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const file = new URL('../vectors/open-badges/achievement-credential.schema.json', import.meta.url);
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
})();

test('M14 a badge as a JWT verifies with jose and in Python, and its payload fits the official JSON Schema', async () => {
  const jwt = await jwtOf((await world.award()).id);
  const payload = payloadOf(jwt);
  const document = await issuerOf(payload.iss);
  expect([await jose(jwt, document), await python([jwt], document), await ours(jwt)]).toEqual([
    true,
    ['valid'],
    'valid',
  ]);
  fitsSchema(payload);
  expect(fitsSchema.errors ?? []).toEqual([]);
});

test('M14 no program accepts a JWT with one changed letter', async () => {
  const jwt = await jwtOf((await world.award()).id);
  const document = await issuerOf(payloadOf(jwt).iss);
  const changed = Array.from(jwt, (_, at) => at)
    .filter((at) => at % 11 === 0)
    .map((at) => jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1));
  expect(new Set(await python([jwt, ...changed], document).then(([, ...all]) => all))).toEqual(
    new Set(['invalid']),
  );
  for (const text of changed) {
    const isSigned = await compactVerify(text, byKid(document), { algorithms: ['EdDSA'] }).catch(
      () => undefined,
    );
    expect(isSigned).toBeUndefined();
    expect(await ours(text)).not.toBe('valid');
  }
});

test('M14 a revoked badge is reported as revoked, and a badge signed with an older key still verifies after a change of keys', async () => {
  const { sello, council } = world;
  const [{ id }, other] = [await world.award(), await world.award()];
  const [first, second] = [await jwtOf(id), await jwtOf(other.id)];
  await council.must('POST', `/awards/${id}/revoke`, { reason: 'x' });
  const owner = { accountId: council.accountId, livemode: true };
  await rotateBadgeKey({ ...sello.ports, query: sello.ports.records.query }, owner);
  const third = await jwtOf((await world.award()).id);
  const document = await issuerOf(payloadOf(first).iss);
  expect(await python([first, second, third], document)).toEqual(['invalid', 'valid', 'valid']);
  expect([await jose(second, document), await jose(third, document)]).toEqual([true, true]);
  expect([await ours(first), await ours(second), await ours(third)]).toEqual(['invalid', 'valid', 'valid']);
  expect(await jwtOf(other.id)).toBe(second);
});
