/** Foreign programs judge Comprehensive Learner Records: @digitalbazaar/vc, @digitalcredentials/verifier-core, jose, the JSON Schema. */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import { securityLoader } from '@digitalcredentials/security-document-loader';
import { type BadgeVerdict, loadContext, RECORD_CONTEXTS, verifyBadge } from '@sello/proof/badges';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, CONSENT, type Credential, openBadgeWorld } from '../harness/badges.ts';
import { nodeBadgeTools } from '../harness/node-badge-tools.ts';
import { openTlsFront, type TlsFront } from '../harness/tls-front.ts';

let front: TlsFront;
let world: BadgeWorld;
let holder: { id: string; awards: string[] };
beforeAll(async () => {
  front = await openTlsFront();
  world = await openBadgeWorld(front.origin);
  front.serve(world.sello.app);
  holder = await withAwards();
});
afterAll(async () => {
  await front?.close();
  await world?.sello.close();
});

/** A member with a course, another activity, and an award that is still pending. */
async function withAwards() {
  const { council } = world;
  const first = await world.award({ member: { consent: CONSENT } });
  const { points } = (await council.must('GET', `/awards/${first.id}`)).award;
  const report = async (title: string) => {
    const activity = { title, provider: 'Revista', kind: 'article' };
    const given = { member_id: first.member_id, activity, completed_on: council.today(-1), points };
    return (await council.must('POST', '/awards', given)).award.id;
  };
  const second = await report('Artículo «β»');
  await council.must('POST', `/awards/${second}/approve`, {});
  await report('Todavía en revisión');
  return { id: first.member_id, awards: [first.id, second] };
}

async function read(format: 'clr' | 'clr_jwt', query = ''): Promise<string> {
  const answer = await world.council.call('GET', `/members/${holder.id}/transcript?format=${format}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
}

const pinned = securityLoader({ fetchRemoteContexts: false }).build();

async function documentLoader(url: string) {
  if (url === RECORD_CONTEXTS[1]) return loadContext(url);
  const [did = '', key] = url.split('#');
  if (!did.startsWith('did:web:'))
    return url.startsWith(front.origin) ? loaded(url, await world.fetch(url)) : pinned(url);
  const document = await world.fetch(didAddress(did));
  const method = document.verificationMethod.find(({ id }: { id: string }) => id === url);
  return loaded(url, key === undefined ? document : { '@context': document['@context'], ...method });
}

function loaded(documentUrl: string, document: object) {
  return { contextUrl: null, documentUrl, document };
}

function didAddress(did: string): string {
  const [host = '', ...path] = did.slice('did:web:'.length).split(':');
  return `https://${decodeURIComponent(host)}/${path.join('/')}/did.json`;
}

async function digitalBazaar(credential: Credential): Promise<boolean> {
  const suite = new DataIntegrityProof({ cryptosuite });
  return verifyCredential({ credential, suite, documentLoader, checkStatus }).then(
    ({ verified }) => verified,
    () => false,
  );
}

/** @digitalcredentials/verifier-core, in a separate process; undefined if it says nothing about a signature. */
async function verifierPlus(credentials: readonly Credential[]): Promise<(boolean | undefined)[]> {
  const program = fileURLToPath(new URL('./verify-badges.ts', import.meta.url));
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: front.certificateFile },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for (const credential of credentials) child.stdin.write(`${JSON.stringify(credential)}\n`);
  child.stdin.end();
  const verdicts: (boolean | undefined)[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { log = [] } = JSON.parse(line);
    verdicts.push(log.find(({ id }: { id: string }) => id === 'valid_signature')?.valid);
  }
  return verdicts;
}

const ours = (text: string): Promise<BadgeVerdict> =>
  verifyBadge(
    nodeBadgeTools(async (url) => (url.startsWith(front.origin) ? world.fetch(url) : undefined)),
    text,
  );
const reasons = ({ checks }: BadgeVerdict) => checks.map(({ because }) => because);

const fitsSchema = (() => {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const file = new URL('../vectors/open-badges/clr-credential.schema.json', import.meta.url);
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
})();

test('M14 a transcript as a learner record verifies with two foreign libraries and fits the official JSON Schema', async () => {
  const text = await read('clr');
  const record = JSON.parse(text);
  fitsSchema(record);
  expect(fitsSchema.errors ?? []).toEqual([]);
  expect(await digitalBazaar(record)).toBe(true);
  expect(await verifierPlus([record])).toEqual([true]);
  const verdict = await ours(text);
  expect([verdict.verdict, reasons(verdict)]).toEqual([
    'valid',
    ['well_formed', 'key_found', 'signed', 'in_time', 'parts_valid'],
  ]);
  for (const badge of record.credentialSubject.verifiableCredential)
    expect(await digitalBazaar(badge)).toBe(true);
});

test('it has the badges of approved awards, their courses and the programs of these, but nobody’s name', async () => {
  const { council } = world;
  const text = await read('clr');
  const { credentialSubject: subject, ...record } = JSON.parse(text);
  const badges = await Promise.all(holder.awards.map((id) => world.badge(id)));
  expect(record).toMatchObject({
    id: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
    type: ['VerifiableCredential', 'ClrCredential'],
    issuer: { id: badges[0].issuer.id },
    awardedDate: `${council.today(0)}T00:00:00Z`,
    description: expect.stringMatching(/Consejo: Vigente; hasta el \d{4}-\d\d-\d\d/),
  });
  expect(subject.verifiableCredential).toHaveLength(2);
  expect(subject.verifiableCredential).toEqual(expect.arrayContaining(badges));
  const [program] = subject.achievement.filter(
    ({ achievementType }: { achievementType: string }) => achievementType === 'LearningProgram',
  );
  expect(subject.association).toHaveLength(2);
  expect(subject.association).toEqual(
    expect.arrayContaining(
      badges.map(({ credentialSubject: { achievement } }) => ({
        type: 'Association',
        associationType: 'isPartOf',
        sourceId: achievement.id,
        targetId: program.id,
      })),
    ),
  );
  expect(text).not.toMatch(/Luna|ana\.luna/i);
  expect(await read('clr')).toBe(text);
});

test('M14 as a JWT it verifies with jose, and its payload fits the JSON Schema', async () => {
  const jwt = await read('clr_jwt');
  const payload = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  const document = await world.fetch(didAddress(payload.iss));
  const { protectedHeader } = await jwtVerify(
    jwt,
    async ({ kid, alg }: { kid?: string; alg?: string }) => {
      const method = document.verificationMethod.find(({ id }: { id: string }) => id === kid);
      return importJWK(method.publicKeyJwk, alg);
    },
    { algorithms: ['EdDSA'], issuer: payload.issuer.id, subject: payload.credentialSubject.id },
  );
  expect(protectedHeader.typ).toBe('JWT');
  fitsSchema(payload);
  expect(fitsSchema.errors ?? []).toEqual([]);
  expect((await ours(jwt)).verdict).toBe('valid');
});

test('M14 no program accepts a record with anything changed, and a record with a badge changed, added or left out is invalid', async () => {
  const record = JSON.parse(await read('clr'));
  const change = (edit: (copy: Credential) => void) => {
    const copy = structuredClone(record);
    edit(copy);
    return copy;
  };
  const subjectOf = (copy: Credential) => copy.credentialSubject;
  const foreign = await world.badge((await world.award()).id);
  const changed = [
    change((copy) => {
      copy.description = `${copy.description}.`;
    }),
    change((copy) => {
      copy.validFrom = '2020-01-01T00:00:00Z';
    }),
    change((copy) => {
      subjectOf(copy).association[0].associationType = 'isPeerOf';
    }),
    change((copy) => subjectOf(copy).verifiableCredential.pop()),
    change((copy) => subjectOf(copy).verifiableCredential.push(foreign)),
    change((copy) => {
      subjectOf(copy).verifiableCredential[0].credentialSubject.creditsEarned = 99;
    }),
    change((copy) => {
      subjectOf(copy).verifiableCredential[0].proof[0].created = '2020-01-01T00:00:00Z';
    }),
    change((copy) => {
      delete copy.credentialSchema;
    }),
    change((copy) => {
      copy.partial = true;
    }),
  ];
  for (const [i, copy] of changed.entries()) {
    expect([i, await digitalBazaar(copy), (await ours(JSON.stringify(copy))).verdict]).toEqual([
      i,
      false,
      'invalid',
    ]);
  }
  expect(await verifierPlus(changed)).not.toContain(true);
});

test('M14 a record becomes invalid once a badge in it is revoked, and a new one leaves that badge out', async () => {
  const before = await read('clr');
  const [, second = ''] = holder.awards;
  await world.council.must('POST', `/awards/${second}/revoke`, { reason: 'x' });
  const verdict = await ours(before);
  expect([verdict.verdict, reasons(verdict).at(-1)]).toEqual(['invalid', 'part_invalid']);
  const after = await read('clr');
  expect(JSON.parse(after).credentialSubject.verifiableCredential).toHaveLength(1);
  expect((await ours(after)).verdict).toBe('valid');
});
