/** Foreign programs judge badges: @digitalbazaar/vc, @digitalcredentials/verifier-core over https, and the JSON Schema. */

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
import {
  BADGE_CONTEXTS,
  type BadgeVerdict,
  loadContext,
  UnknownContext,
  verifyBadge,
} from '@sello/proof/badges';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateBadgeKey } from '../../server/src/memberships/badges/badge-keys.ts';
import { type BadgeWorld, type Credential, openBadgeWorld } from '../harness/badges.ts';
import { oneOfEvery } from '../harness/breadth.ts';
import { picture, uploadPicture } from '../harness/council-pictures.ts';
import { cpuMs } from '../harness/cpu-ms.ts';
import { nodeBadgeTools } from '../harness/node-badge-tools.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { openTlsFront, type TlsFront } from '../harness/tls-front.ts';

let front: TlsFront;
let world: BadgeWorld;
let verifierPlus: VerifierPlus;
beforeAll(async () => {
  front = await openTlsFront();
  world = await openBadgeWorld(front.origin);
  front.serve(world.sello.app);
  verifierPlus = startVerifierPlus();
});
afterAll(async () => {
  verifierPlus?.close();
  await front?.close();
  await world?.sello.close();
});

const pinned = securityLoader({ fetchRemoteContexts: false }).build();

/** Everything that the library asks for comes from this server or is pinned. */
async function documentLoader(url: string) {
  const [did = '', key] = url.split('#');
  if (!did.startsWith('did:web:'))
    return url.startsWith(front.origin) ? loaded(url, await world.fetch(url)) : pinned(url);
  const document = await world.fetch(didAddress(did));
  const methods: { id: string }[] = document.verificationMethod;
  const method = { '@context': document['@context'], ...methods.find(({ id }) => id === url) };
  return loaded(url, key === undefined ? document : method);
}

function loaded(documentUrl: string, document: object) {
  return { contextUrl: null, documentUrl, document };
}

function didAddress(did: string): string {
  const [host = '', ...path] = did.slice('did:web:'.length).split(':');
  return `https://${decodeURIComponent(host)}/${path.join('/')}/did.json`;
}

type Judged = { verified: boolean; isRevoked: boolean | undefined };

async function digitalBazaar(credential: Credential): Promise<Judged> {
  const suite = new DataIntegrityProof({ cryptosuite });
  try {
    const { verified, statusResult } = await verifyCredential({
      credential,
      suite,
      documentLoader,
      checkStatus,
    });
    return { verified, isRevoked: statusResult?.results?.[0]?.status };
  } catch {
    return { verified: false, isRevoked: undefined };
  }
}

/** Our own verdict, with a loader like that of /verify in the browser, which finds only documents of this server. */
function ours(credential: Credential, get: (url: string) => Promise<unknown> = own): Promise<BadgeVerdict> {
  return verifyBadge(nodeBadgeTools(get), JSON.stringify(credential));
}

async function own(url: string): Promise<unknown> {
  return url.startsWith(front.origin) ? world.fetch(url) : undefined;
}

type VerifierPlus = {
  judge(credential: Credential): Promise<Judged & { schema: unknown; asked: string[] }>;
  close(): void;
};

/** One process for all badges, asked about one after the other. */
function startVerifierPlus(): VerifierPlus {
  const program = fileURLToPath(new URL('./verify-badges.ts', import.meta.url));
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: front.certificateFile },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async judge(credential) {
      child.stdin.write(`${JSON.stringify(credential)}\n`);
      const {
        log = [],
        errors,
        additionalInformation,
        asked,
      } = JSON.parse((await lines.next()).value ?? 'null');
      const step = (name: string) => log.find(({ id }: { id: string }) => id === name)?.valid;
      return {
        verified: errors === undefined && step('valid_signature') === true,
        isRevoked: step('revocation_status') === undefined ? undefined : !step('revocation_status'),
        schema: additionalInformation,
        asked,
      };
    },
    close: () => child.kill(),
  };
}

/** Compiled once; the official schema of Open Badges 3.0. */
const fitsSchema = (() => {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const file = new URL('../vectors/open-badges/achievement-credential.schema.json', import.meta.url);
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
})();

test('M14 a badge verifies with two foreign libraries and fits the official JSON Schema', async () => {
  const badge = await world.badge((await world.award()).id);
  expect(await digitalBazaar(badge)).toEqual({ verified: true, isRevoked: false });
  const { asked, ...judged } = await verifierPlus.judge(badge);
  expect(judged).toMatchObject({ verified: true, isRevoked: false });
  expect((await ours(badge)).verdict).toBe('valid');
  expect(asked.filter((url) => url.startsWith(front.origin)).sort()).toEqual([
    didAddress(badge.issuer.id),
    badge.credentialStatus.statusListCredential,
  ]);
  fitsSchema(badge);
  expect(fitsSchema.errors ?? []).toEqual([]);
});

test("M14 a badge with the council's own picture verifies too, and fits the schema", async () => {
  const badge_image = await uploadPicture(world.council, await picture(120, 120, 40));
  const badge = await world.badge((await world.award({ course: { badge_image } })).id);
  expect(badge.credentialSubject.achievement.image).toMatchObject({ type: 'Image' });
  expect(await digitalBazaar(badge)).toEqual({ verified: true, isRevoked: false });
  expect(await verifierPlus.judge(badge)).toMatchObject({ verified: true, isRevoked: false });
  expect((await ours(badge)).verdict).toBe('valid');
  fitsSchema(badge);
  expect(fitsSchema.errors ?? []).toEqual([]);
});

test('M14 a badge for an activity with a diploma, of a member without an address, verifies too', async () => {
  const { council } = world;
  const { member_id, points } = (
    await council.must('GET', `/awards/${(await world.award({ member: { email: null } })).id}`)
  ).award;
  const { award } = await council.must('POST', '/awards', {
    member_id,
    activity: { title: 'Artículo “β-bloqueadores” <2026> 🫀', provider: 'Revista', kind: 'article' },
    completed_on: council.today(-1),
    points: points.map((line: object) => ({ ...line, points: 0.3 })),
  });
  await council.must('POST', `/awards/${award.id}/approve`, {});
  await council.must('POST', `/awards/${award.id}/diploma`, {});
  const badge = await world.badge(award.id);
  expect(badge.evidence).toHaveLength(1);
  expect(badge.credentialSubject).toMatchObject({
    creditsEarned: 0.3,
    identifier: [{ identityType: 'ext:memberNumber' }],
  });
  expect(await digitalBazaar(badge)).toEqual({ verified: true, isRevoked: false });
  expect(await verifierPlus.judge(badge)).toMatchObject({ verified: true, isRevoked: false });
  fitsSchema(badge);
  expect(fitsSchema.errors ?? []).toEqual([]);
});

test('M14 any string, number or truth value that is changed, and any field that is removed, fails in both', async () => {
  const badge = await world.badge((await world.award()).id);
  const forgeries = [...forgeriesOf(badge)];
  expect(forgeries.length).toBeGreaterThan(100);
  const believed: string[] = [];
  for (const { what, credential } of oneOfEvery(3, forgeries, seededRandom())) {
    if ((await digitalBazaar(credential)).verified) believed.push(`digitalbazaar: ${what}`);
    if ((await verifierPlus.judge(credential)).verified) believed.push(`verifier-core: ${what}`);
    if ((await ours(credential)).verdict === 'valid') believed.push(`ours: ${what}`);
  }
  expect(believed).toEqual([]);
});

test('M14 both report a revoked badge as revoked, from the next reading of its list', async () => {
  const { id } = await world.award();
  const badge = await world.badge(id);
  expect(await digitalBazaar(badge)).toEqual({ verified: true, isRevoked: false });
  await world.council.must('POST', `/awards/${id}/revoke`, { reason: 'Asistencia falsa' });
  expect(await digitalBazaar(badge)).toEqual({ verified: true, isRevoked: true });
  expect(await verifierPlus.judge(badge)).toMatchObject({ verified: true, isRevoked: true });
  expect(await ours(badge)).toMatchObject({
    verdict: 'invalid',
    checks: expect.arrayContaining([{ name: 'badge.status', outcome: 'fail', because: 'revoked' }]),
  });
});

test('what cannot be checked is unconfirmed, never valid; an answer by somebody else is not trusted', async () => {
  const badge = await world.badge((await world.award()).id);
  const nothing = await ours(badge, async () => undefined);
  expect([nothing.verdict, nothing.checks.filter(({ outcome }) => outcome === 'skipped').length]).toEqual([
    'unconfirmed',
    3,
  ]);
  const noList = await ours(badge, async (url) => (url.includes('/status/') ? undefined : own(url)));
  expect(noList.verdict).toBe('unconfirmed');
  const list: Credential = await own(badge.credentialStatus.statusListCredential);
  const forged = {
    ...list,
    credentialSubject: { ...list.credentialSubject, encodedList: `${list.credentialSubject.encodedList}` },
    validFrom: '2020-01-01T00:00:00Z',
  };
  const lied = await ours(badge, async (url) => (url.includes('/status/') ? forged : own(url)));
  expect([lied.verdict, lied.checks.at(-1)?.because]).toEqual(['unconfirmed', 'status_unusable']);
  const other: Credential = await own(didAddress(badge.issuer.id));
  const foreign = { ...other, id: 'did:web:evil.example' };
  expect((await ours(badge, async (url) => (url.endsWith('did.json') ? foreign : own(url)))).verdict).toBe(
    'invalid',
  );
});

test('a badge that brings a vocabulary of its own is refused before anything is read into it', async () => {
  const badge = await world.badge((await world.award()).id);
  for (const context of [{ name: 'https://schema.org/alternateName' }, 'https://example.com/context.json'])
    expect((await ours({ ...badge, '@context': [...badge['@context'], context] })).verdict).toBe('invalid');
  const foreign = { ...badge, '@context': [...badge['@context'], 'https://example.com/context.json'] };
  expect((await ours(foreign)).checks).toContainEqual({
    name: 'badge.signature',
    outcome: 'fail',
    because: 'unknown_context',
  });
});

test('M14 after a change of keys, badges signed with the older key still verify, and so do those of the new key', async () => {
  const { sello, council } = world;
  const before = await world.badge((await world.award()).id);
  const owner = { accountId: council.accountId, livemode: true };
  expect(await rotateBadgeKey({ ...sello.ports, query: sello.ports.records.query }, owner)).toBe(2);
  const after = await world.badge((await world.award()).id);
  expect([before, after].map(({ proof }) => proof[0].verificationMethod.split('#')[1])).toEqual([
    'key-1',
    'key-2',
  ]);
  // Starts a new process, because the other one remembers the keys of an issuer for some minutes.
  const newcomer = startVerifierPlus();
  for (const badge of [before, after]) {
    expect(await digitalBazaar(badge)).toEqual({ verified: true, isRevoked: false });
    expect(await newcomer.judge(badge)).toMatchObject({ verified: true, isRevoked: false });
  }
  newcomer.close();
});

test('the pinned contexts are those that a foreign verifier carries, and no other is loaded', async () => {
  for (const url of BADGE_CONTEXTS)
    expect((await loadContext(url)).document).toEqual((await pinned(url)).document);
  await expect(loadContext('https://example.com/context.json')).rejects.toThrow(UnknownContext);
});

test('a graph that was made to be expensive is abandoned', async () => {
  const badge = await world.badge((await world.award()).id);
  // Forty nodes without names that all look alike: telling them apart takes exponential time.
  const names = Array.from({ length: 40 }, (_, i) => `_:b${i}`);
  const related = names.map((id) => ({ id, type: ['Related'] }));
  badge.credentialSubject.achievement.related = related.map((node) => ({
    ...node,
    alignment: names.map((id) => ({ id })),
  }));
  const started = cpuMs();
  expect((await ours(badge)).verdict).toBe('invalid');
  expect(cpuMs() - started).toBeLessThan(20_000);
});

/** For each field of the badge, the badge without the field, and the badge with another value in it. */
function* forgeriesOf(badge: Credential): Generator<{ what: string; credential: Credential }> {
  for (const path of pathsOf(badge)) {
    const removed = structuredClone(badge);
    const [holder, name] = placeOf(removed, path);
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
    yield { what: `without ${path.join('.')}`, credential: removed };
    const changed = structuredClone(badge);
    const [place, key] = placeOf(changed, path);
    const value = place[key];
    if (typeof value === 'object') continue;
    place[key] =
      typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : changedText(value);
    yield { what: `changed ${path.join('.')}`, credential: changed };
  }
}

function* pathsOf(value: object, above: readonly string[] = []): Generator<string[]> {
  for (const [name, part] of Object.entries(value)) {
    yield [...above, name];
    if (typeof part === 'object' && part !== null) yield* pathsOf(part, [...above, name]);
  }
}

function placeOf(credential: Credential, path: readonly string[]): [Credential, string] {
  return [path.slice(0, -1).reduce((part, name) => part[name], credential), path.at(-1) ?? ''];
}

/** Changes a character in the middle; a time remains a valid time. */
function changedText(text: string): string {
  if (/^\d{4}-/.test(text)) return `2${text[1] === '0' ? '1' : '0'}${text.slice(2)}`;
  const at = text.length >> 1;
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
}
