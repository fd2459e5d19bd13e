/** Upgrade at noon: the last release and this one on one database, while requests flow. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { connect } from '../../server/src/database/pool.ts';
import type { Environment } from '../../server/src/settings.ts';
import { type Balancer, openBalancer } from '../harness/balancer.ts';
import { type ChildSello, type EndedSello, runSello, startChildSello } from '../harness/child-sello.ts';
import { createEmptyDatabase } from '../harness/empty-database.ts';
import { faultInEvent } from '../harness/event-check.ts';
import { readRelease, unpackRelease } from '../harness/last-release.ts';
import { type MixedFlow, startMixedFlow } from '../harness/mixed-flow.ts';
import { readAll } from '../harness/read-all-proofs.ts';
import { openReceiver } from '../harness/receiver.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const PER_SECOND = 100;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test(`P95 upgraded while ${PER_SECOND} requests a second flow: no 5xx, no event and no certificate lost`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const release = await readRelease();
  const { old, env, key, database } = await openOldService();
  // `anything`: the last release may send events in an older form.
  const receiver = await openReceiver('127.0.0.1', 'anything');
  closing.push(() => receiver.close());
  const oldServer = await start(env, old.main);
  await tellOf(oldServer.baseUrl, key, receiver.url);
  const balancer = await openBalancer();
  closing.push(() => balancer.close());
  await balancer.leadTo([oldServer.baseUrl]);
  const flow = startMixedFlow(balancer.baseUrl, key, PER_SECOND);
  await flow.more(FIGURES.upgradeRequests);

  // As docs/operations.md says.
  const plan = await runSello(['migrate', '--plan'], env);
  expect(plan.out).toMatch(/One process runs on it:\n {2}- schema /);
  expectDone(await runSello(['migrate'], env));
  await flow.more(FIGURES.upgradeRequests);
  const newServer = await start(env);
  await balancer.leadTo([oldServer.baseUrl, newServer.baseUrl]);
  await flow.more(FIGURES.upgradeRequests);
  await balancer.leadTo([newServer.baseUrl]);
  await oldServer.kill('SIGTERM');
  const oldServerEndedAt = Date.now();
  await flow.more(FIGURES.upgradeRequests);
  await flow.stop();

  expect(flow.surprises).toEqual([]);
  expectBothTookPart(balancer, [oldServer, newServer]);
  expect(await findMissing(newServer.baseUrl, key, flow)).toEqual([]);
  const told = () => new Set(receiver.received.map(({ body }) => body.data.id));
  await expect
    .poll(() => flow.acknowledged.filter(({ id }) => !told().has(id)), { timeout: 60_000, interval: 200 })
    .toEqual([]);
  const byNewServer = receiver.received.filter(({ body }) => Date.parse(body.timestamp) > oldServerEndedAt);
  expect(byNewServer.length).toBeGreaterThan(0);
  expect(byNewServer.map(({ body }) => faultInEvent(body)).filter((fault) => fault !== undefined)).toEqual(
    [],
  );
  const migrated = await database.query('select max(name) as newest from migrations');
  expect(String(migrated[0]?.newest) >= release.schema).toBe(true);
  await expectMended(env, release.schema);
});

/**
 * What the last release cannot read in newer certificates; docs/operations.md lists it. A new entry here means that a
 * migration should have come in two steps: first a version that reads both forms, then one that writes the new form.
 */
const KNOWN_GAPS = [{ since: '0045_log_entries.sql', proofs: /^(public )?(blockchain|bundle|constancia)/ }];

test('P95 while the last release and this one run side by side, each shows every proof of what the other has made', {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const { schema } = await readRelease();
  const { old, env, key } = await openOldService();
  const oldServer = await start(env, old.main);
  const before = await certifyOne(oldServer.baseUrl, key, 'before');
  await untilCertified(oldServer.baseUrl, key, before.id);
  expectDone(await runSello(['migrate'], env));
  const newServer = await start(env);
  const made = {
    'made before': before,
    'made by the last release': await certifyOne(oldServer.baseUrl, key, 'old'),
    'made by this one': await certifyOne(newServer.baseUrl, key, 'new'),
  };
  for (const { id } of Object.values(made)) await untilCertified(newServer.baseUrl, key, id);

  const gaps = KNOWN_GAPS.filter(({ since }) => schema < since);
  const met = new Set<(typeof gaps)[number]>();
  const problems: string[] = [];
  for (const [which, certificate] of Object.entries(made)) {
    // Asks the last release first; otherwise it would serve the proofs that the current one has already stored.
    const byOld = await readAll(oldServer.baseUrl, key, certificate);
    const byNew = await readAll(newServer.baseUrl, key, certificate);
    for (const [i, { what, status, bytes }] of byOld.entries()) {
      const gap = which === 'made by this one' ? gaps.find(({ proofs }) => proofs.test(what)) : undefined;
      if (gap !== undefined && status === 500) met.add(gap);
      // 422: a kind of proof that the last release does not know.
      else if (![200, 302, 422].includes(status))
        problems.push(`${which}, ${what} from the last release: ${status}`);
      const now = byNew[i];
      if (now?.status !== 200 && now?.status !== 302) problems.push(`${which}, ${what}: ${now?.status}`);
      if (what === 'blockchain as raw' && status === 200 && !now?.bytes.equals(bytes))
        problems.push(`${which}, ${what}: two different proofs`);
    }
  }
  expect(problems).toEqual([]);
  // A gap that no longer exists must be removed from the list.
  expect(gaps.filter((gap) => !met.has(gap))).toEqual([]);
});

async function certifyOne(
  baseUrl: string,
  key: string,
  content: string,
): Promise<{ id: string; verificationUrl: string }> {
  const answer = await fetch(`${baseUrl}${API}/certificates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: 'a.txt', file_base64: Buffer.from(content).toString('base64') }),
  });
  expect(answer.status).toBe(201);
  const { certificate } = (await answer.json()) as {
    certificate: { id: string; qr_verification_url: string };
  };
  return { id: certificate.id, verificationUrl: certificate.qr_verification_url };
}

async function untilCertified(baseUrl: string, key: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const read = async () => {
    const answer = await fetch(`${baseUrl}${API}/certificates/${id}`, { headers });
    return ((await answer.json()) as { certificate: { status: string } }).certificate.status;
  };
  await expect.poll(read, { timeout: 60_000, interval: 100 }).toBe('certified');
}

/** An account with a key, made by the last release on a database of its own. */
async function openOldService() {
  const old = await unpackRelease(await readRelease());
  closing.push(() => old.remove());
  const place = await createEmptyDatabase();
  closing.push(() => place.drop());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sello-upgrade-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: place.url,
    SELLO_DATA_DIR: dataDir,
    SELLO_WEBHOOK_ALLOW: '127.0.0.0/8',
    SELLO_PUBLIC_PER_MINUTE: '0',
  };
  const account = ['account', 'create', '--email', 'noon@example.com', '--name', 'Noon'];
  expectDone(await runSello([...account, '--certificates', '1000000'], env, old.main));
  const wanted = ['--name', 'flow', '--rate', '100000', '--quota', '10000000', '--scopes', SCOPES];
  const made = await runSello(['key', 'create', '--account', 'noon@example.com', ...wanted], env, old.main);
  expectDone(made);
  const database = connect(place.address, 1);
  closing.push(() => database.close());
  return { old, env, key: made.out.trim(), database };
}

const SCOPES = 'certificates:read,certificates:write,proofs:read,verify:read,webhooks:read,webhooks:write';

async function start(env: Environment, main?: string): Promise<ChildSello> {
  const child = await startChildSello({ SELLO_DATABASE_CONNECTIONS: '16', ...env }, main);
  closing.push(() => child.kill('SIGTERM'));
  return child;
}

async function tellOf(baseUrl: string, key: string, url: string): Promise<void> {
  const answer = await fetch(`${baseUrl}${API}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['certificate.created'] }),
  });
  expect(answer.status).toBe(201);
}

/** What `sello fsck` reports after an upgrade from before these migrations; docs/operations.md lists it. */
const LEFT_OUT = [
  { since: '0045_log_entries.sql', code: 'entry_differs' },
  { since: '0058_row_digests.sql', code: 'row_without_digest' },
];

/** `--repair` adds it. */
async function expectMended(env: Environment, schema: string): Promise<void> {
  const { out } = await runSello(['fsck', '--quick', '--json'], env);
  const known = LEFT_OUT.filter(({ since }) => schema < since).map(({ code }) => code);
  expect(known).toEqual(expect.arrayContaining(Object.keys(JSON.parse(out).codes)));
  expectDone(await runSello(['fsck', '--quick', '--repair'], env));
  expectDone(await runSello(['fsck', '--quick'], env));
}

function expectDone({ status, out, error }: EndedSello): void {
  expect([status, status === 0 ? '' : `${out}${error}`]).toEqual([0, '']);
}

function expectBothTookPart({ answered }: Balancer, servers: readonly ChildSello[]): void {
  for (const { baseUrl } of servers) expect(answered.get(baseUrl) ?? 0).toBeGreaterThan(PER_SECOND / 4);
}

/** Acknowledged certificates that cannot be read, or that have another fingerprint. */
async function findMissing(baseUrl: string, key: string, { acknowledged }: MixedFlow): Promise<string[]> {
  const missing: string[] = [];
  for (const { id, sha256 } of acknowledged) {
    const answer = await fetch(`${baseUrl}${API}/certificates/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { certificate } = (await answer.json()) as { certificate?: { file: { sha256: string } } };
    if (certificate?.file.sha256 !== sha256) missing.push(`${id}: ${answer.status}`);
  }
  return missing;
}
