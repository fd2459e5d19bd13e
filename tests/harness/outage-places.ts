/**
 * Every dependency that can be unreachable. Each case has a service with its dependencies, the fault, and the
 * conditions that must hold afterwards.
 */

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { openEmbeddedChain } from '../../server/src/anchoring/embedded-chain/chain.ts';
import { connect, type Database } from '../../server/src/database/pool.ts';
import type { Environment } from '../../server/src/settings.ts';
import { DASHBOARD } from './dashboard-person.ts';
import { openFaultProxy, PASS, throughProxy } from './fault-proxy.ts';
import { openFaultyPsc } from './faulty-psc.ts';
import { openFaultyRpc } from './faulty-rpc.ts';
import type { WatchedSello } from './outage-load.ts';
import { openPostgresPair } from './postgres-pair.ts';
import { silentLogger } from './reorg-chain.ts';
import { openS3Server } from './s3-server.ts';
import { openSmtpServer } from './smtp-server.ts';
import { prepareCaller, type StormPlace } from './storm-place.ts';
import { createTestDatabase } from './test-database.ts';
import { API } from './test-sello.ts';

export type OutagePlace = Pick<StormPlace, 'key' | 'account' | 'granted' | 'query' | 'keptFiles'> & {
  env: Environment;
  begin(): Promise<void>;
  /** What happens during the outage; resolves when it is to end. */
  meanwhile(server: WatchedSello, ms: number): Promise<void>;
  end(): Promise<void>;
  beforehand?(server: WatchedSello): Promise<void>;
  afterwards?(server: WatchedSello): Promise<void>;
  /** Sessions of the server at its database. */
  sessions?(): Promise<number>;
  /** The work that still waits; equals `drained` once there is none. */
  undrained(): Promise<Record<string, unknown>>;
  drained: Record<string, unknown>;
  close(): Promise<void>;
};

type Outage = {
  what: string;
  open(): Promise<OutagePlace>;
  /** The refusal that callers get; `none` if certifying goes on during the outage. */
  refusal: RegExp | 'none';
  withinMs: number;
};

const GRANTED = 1_000_000;
/** A 409 says that an earlier try of the same upload is still under way, and nobody knows its outcome yet. */
const STORAGE_AWAY = /^(503 storage_unavailable|409 idempotency_in_progress)$/;
const TOLD_WITHIN_MS = 2_000;
/**
 * The deadline for a provider (`SELLO_PSC_TIMEOUT_MS`). Every 30 s one caller's request finds out whether the provider
 * is still away.
 */
const PROVIDER_MS = 2_500;

export const OUTAGES: Outage[] = [
  { what: 'the standby', open: withoutStandby, refusal: STORAGE_AWAY, withinMs: TOLD_WITHIN_MS },
  { what: 'the bucket', open: withoutBucket, refusal: STORAGE_AWAY, withinMs: TOLD_WITHIN_MS },
  { what: 'the database', open: withoutDatabase, refusal: STORAGE_AWAY, withinMs: TOLD_WITHIN_MS },
  {
    what: 'the provider',
    open: withoutProvider,
    refusal: /^50[24] psc_(unavailable|timeout|error)$/,
    withinMs: PROVIDER_MS,
  },
  { what: 'the chain', open: withoutChain, refusal: 'none', withinMs: TOLD_WITHIN_MS },
  { what: 'the mail server', open: withoutMail, refusal: 'none', withinMs: TOLD_WITHIN_MS },
];

/** A standby that froze: it keeps its connection and confirms nothing. */
async function withoutStandby(): Promise<OutagePlace> {
  const pair = await openPostgresPair();
  const database = connect({ url: pair.url }, 1);
  const home = await openHome({ DATABASE_URL: pair.url }, database.query);
  return {
    ...home,
    begin: () => pair.standby.signal('SIGSTOP'),
    meanwhile: (_server, ms) => sleep(ms),
    end: () => pair.standby.signal('SIGCONT'),
    async sessions() {
      const [row] = await pair.primary.ask(
        `select count(*)::integer as sessions from pg_stat_activity
          where usename = 'sello' and backend_type = 'client backend'`,
      );
      // One of these sessions belongs to the test.
      return row.sessions - 1;
    },
    async close() {
      await database.close();
      await pair.close();
      await home.close();
    },
  };
}

/** The bucket swallows everything for half of the time, and refuses connections for the other half. */
async function withoutBucket(): Promise<OutagePlace> {
  const s3 = await openS3Server();
  const database = await createTestDatabase();
  const home = await openHome({ DATABASE_URL: database.url, ...s3.env }, database.query);
  return {
    ...home,
    begin: () => s3.behave('swallow'),
    async meanwhile({ baseUrl }, ms) {
      await sleep(ms / 2);
      await s3.behave('refuse');
      await sleep(ms / 2);
      // Certificates are still read.
      const headers = { authorization: `Bearer ${home.key}` };
      expect((await fetch(`${baseUrl}${API}/certificates`, { headers })).status).toBe(200);
    },
    end: () => s3.behave('pass'),
    sessions: () => sessionsOf(database.query),
    keptFiles: async () =>
      new Set(
        (await s3.keys()).filter((name) => name.startsWith('files/')).map((name) => path.basename(name)),
      ),
    async close() {
      await database.drop();
      await s3.close();
      await home.close();
    },
  };
}

async function withoutDatabase(): Promise<OutagePlace> {
  const { host, port } = inject('postgres');
  const database = await createTestDatabase();
  const road = await openFaultProxy(() => ({ path: `${host}/.s.PGSQL.${port}` }));
  const home = await openHome({ DATABASE_URL: throughProxy(database.url, road.port) }, database.query);
  return {
    ...home,
    begin: () => road.behave({ kind: 'black hole' }),
    async meanwhile(_server, ms) {
      await sleep(ms / 2);
      await road.behave({ kind: 'refuse' });
      await sleep(ms / 2);
    },
    end: () => road.behave(PASS),
    sessions: () => sessionsOf(database.query),
    async close() {
      await road.close();
      await database.drop();
      await home.close();
    },
  };
}

async function withoutProvider(): Promise<OutagePlace> {
  const psc = await openFaultyPsc();
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url, ...psc.env, SELLO_PSC_TIMEOUT_MS: String(PROVIDER_MS - 500) };
  const home = await openHome(env, database.query);
  return {
    ...home,
    begin: async () => psc.behave('silence'),
    async meanwhile(_server, ms) {
      await sleep(ms / 2);
      await psc.refuse();
      await sleep(ms / 2);
    },
    async end() {
      psc.behave('honest');
      await psc.listen();
    },
    sessions: () => sessionsOf(database.query),
    async close() {
      await psc.close();
      await database.drop();
      await home.close();
    },
  };
}

async function withoutChain(): Promise<OutagePlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-outage-chain-'));
  const chain = await openEmbeddedChain(folder, { now: () => new Date(), randomBytes, logger: silentLogger });
  const rpc = await openFaultyRpc(chain);
  const database = await createTestDatabase();
  const home = await openHome(
    {
      DATABASE_URL: database.url,
      SELLO_CHAIN_RPC_URL: rpc.url,
      SELLO_CHAIN_ID: String(chain.chainId),
      SELLO_CHAIN_KEY: Buffer.from(chain.signerKey).toString('hex'),
      SELLO_CHAIN_TRUST: 'permissioned',
      SELLO_ANCHOR_INTERVAL_SECONDS: '2',
    },
    database.query,
  );
  const unanchored = async () => {
    const [row] = await database.query(
      'select coalesce((select size from log_state), 0) - certified_size(true) as leaves',
      [],
      'unanchored',
    );
    return Number(row?.leaves);
  };
  return {
    ...home,
    begin: async () => rpc.behave('silence'),
    async meanwhile(_server, ms) {
      await sleep(ms / 2);
      await rpc.refuse();
      await sleep(ms / 2);
      expect(await unanchored()).toBeGreaterThan(0);
    },
    async end() {
      rpc.tellTruth();
      await rpc.listen();
    },
    undrained: async () => ({ ...(await home.undrained()), unanchored: await unanchored() }),
    drained: { ...home.drained, unanchored: 0 },
    async close() {
      await rpc.close();
      await chain.close();
      await database.drop();
      await home.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SIGN_UPS = 30;

async function withoutMail(): Promise<OutagePlace> {
  const smtp = await openSmtpServer();
  const road = await openFaultProxy(() => ({ port: Number(new URL(smtp.url).port), host: '127.0.0.1' }));
  const database = await createTestDatabase();
  const home = await openHome(
    {
      DATABASE_URL: database.url,
      SELLO_SMTP_URL: `smtp://127.0.0.1:${road.port}`,
      SELLO_MAIL_FROM: 'Sello <no-reply@sello.example>',
      SELLO_TRUSTED_PROXIES: '127.0.0.1',
    },
    database.query,
  );
  const wanted: string[] = [];
  const signUp = async ({ baseUrl }: WatchedSello) => {
    const email = `person-${wanted.length}@example.com`;
    const answer = await fetch(`${baseUrl}${DASHBOARD}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${wanted.length}` },
      body: JSON.stringify({ email, name: 'Ana' }),
    });
    expect(answer.status).toBe(202);
    wanted.push(email);
    return (await answer.json()) as { sent: boolean };
  };
  const received = () => new Set(smtp.mails.flatMap(({ to }) => to));
  return {
    ...home,
    async beforehand(server) {
      expect(await signUp(server)).toEqual({ sent: true });
      await expect.poll(() => received().size).toBe(1);
    },
    begin: () => road.behave({ kind: 'refuse' }),
    async meanwhile(server, ms) {
      const told: boolean[] = [];
      for (let number = 0; number < SIGN_UPS; number += 1) {
        told.push((await signUp(server)).sent);
        await sleep(ms / SIGN_UPS);
      }
      // No answer claims that a mail was sent.
      expect(told).toEqual(Array.from({ length: SIGN_UPS }, () => false));
      expect(received().size).toBe(1);
    },
    end: () => road.behave(PASS),
    undrained: async () => ({ ...(await home.undrained()), mails: received().size }),
    drained: { ...home.drained, mails: SIGN_UPS + 1 },
    async afterwards({ baseUrl }) {
      const answer = await fetch(`${baseUrl}/readyz?part=mail`);
      expect(answer.status).toBe(200);
    },
    async close() {
      await road.close();
      await smtp.close();
      await database.drop();
      await home.close();
    },
  };
}

/** A data folder, an account with a key, and queries that must find nothing after an outage. */
async function openHome(env: Environment, query: Database['query']) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sello-outage-'));
  const all = { SELLO_DATA_DIR: dataDir, ...env };
  const { account, key } = await prepareCaller(all, GRANTED, {});
  return {
    env: all,
    account,
    key,
    granted: GRANTED,
    query,
    keptFiles: async () => {
      const entries = await readdir(path.join(dataDir, 'files', 'files'), {
        recursive: true,
        withFileTypes: true,
      });
      return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    },
    async undrained() {
      const [row] = await query(
        `select (select count(*) from log_queue) as waiting, (select count(*) from allowance_reservations) as reserved`,
        [],
        'undrained',
      );
      return { waiting: Number(row?.waiting), reserved: Number(row?.reserved) };
    },
    drained: { waiting: 0, reserved: 0 },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** Without the sessions of the test itself. */
async function sessionsOf(query: Database['query']): Promise<number> {
  const [row] = await query(
    `select count(*) as sessions from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    [],
    'sessions',
  );
  return Number(row?.sessions);
}
