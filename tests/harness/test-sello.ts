/** A complete Sello for a test: real database, real files, real time stamps, and a movable clock. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import { type AnchorRules, anchorCheckpoints } from '../../server/src/anchoring/anchor-checkpoints.ts';
import type { ChainDriver } from '../../server/src/anchoring/chain-driver.ts';
import { buildServer } from '../../server/src/api/server.ts';
import type { Patience } from '../../server/src/database/connections/patience.ts';
import type { App } from '../../server/src/http/app.ts';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { makeLogger } from '../../server/src/kernel/logger.ts';
import { createKey, type NewKey } from '../../server/src/keys/manage-keys.ts';
import type { ApiKey } from '../../server/src/keys/ports.ts';
import { LIVE_ONLY, SCOPES } from '../../server/src/operations/scopes.ts';
import { createAccount } from '../../server/src/people/accounts/accounts.ts';
import type { Account } from '../../server/src/people/accounts/ports.ts';
import { makePasswordHasher } from '../../server/src/people/passwords/argon2.ts';
import { type Config, type Environment, readConfig } from '../../server/src/settings.ts';
import { type LogIdentity, sequenceLog } from '../../server/src/transparency/sequence-log.ts';
import type { Ports, Sello } from '../../server/src/wire.ts';
import { openSello } from '../../server/src/wire.ts';
import { watchAnswers } from './answer-check.ts';
import { fileForm } from './multipart.ts';
import { makeOpenapiCheck, type OpenapiDocument } from './openapi-check.ts';
import { sharedSchemas } from './shared-schemas.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { turnByHand } from './turn-by-hand.ts';

export const API = '/api/public/v1';

export type TestAnswer = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
  text: string;
  bytes: Buffer;
};

export type TestCall = {
  key?: string | undefined;
  headers?: Record<string, string>;
  payload?: string | Buffer | object;
  /** The address that the call comes from; by default loopback. */
  from?: string;
};

export type TestAccount = {
  account: Account;
  /** The e-mail address of its owner. */
  email: string;
  key: string;
  apiKey: ApiKey;
};

export type TestSello = {
  app: App;
  /** The parts that the app was built from. */
  world: Sello & { config: Config };
  ports: Ports;
  config: Config;
  /** The log's origin and signing key. */
  identity: LogIdentity;
  database: TestDatabase;
  dataDir: string;
  logLines: string[];
  /** Whether other files of this process use this Sello too. */
  isShared?: boolean;
  /** Shifts this Sello's clock, which otherwise runs with the machine's. */
  advance(ms: number): void;
  /** Sends a request without a socket; checks the answer against the OpenAPI document or its route's schema. */
  call(method: string, url: string, call?: TestCall): Promise<TestAnswer>;
  /** Certifies a small file and returns the record. */
  certify(
    key: string,
    content?: string | Uint8Array,
    fields?: Record<string, string>,
    fileName?: string,
  ): Promise<TestAnswer['body']>;
  newAccount(options?: { certificates?: number; key?: Partial<NewKey> }): Promise<TestAccount>;
  newKey(account: Account, key?: Partial<NewKey>): Promise<{ key: string; apiKey: ApiKey }>;
  /** Sequences waiting certificates; resolves with their number. */
  sequence(): Promise<number>;
  /** One round of the anchorer, by default without an interval between anchors. */
  anchorWith(driver: ChainDriver, rules?: Partial<AnchorRules>): Promise<void>;
  /** Remaining allowance, as the dashboard shows it. */
  certificatesLeft(account: Account): Promise<number>;
  /** Listens on a free port of loopback and returns the address. */
  listen(): Promise<string>;
  /** Another Sello on the same database and files, as another process would be, with these settings changed. */
  another(env?: Environment): Promise<TestSello>;
  /** Closes this Sello; database and files stay until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** How long a transaction may wait before it is replaced. */
export const BUMP_AFTER_MS = 180_000;

/** Opening connections may take longer on a busy machine than real callers wait. */
const ON_A_BUSY_MACHINE: Patience = { connectMs: 30_000, probes: 1 };

type Shared = {
  database: TestDatabase;
  dataDir: string;
  clock: { offsetMs: number };
  env: Environment;
  patience: Patience | undefined;
};

/**
 * `roadTo` may return another address of the database, such as a proxy's; then the server uses its real time limits.
 */
export async function openTestSello(
  env: Environment = {},
  roadTo?: (database: TestDatabase) => string,
): Promise<TestSello> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(inject('runFolder'), 'data-'));
  const road = roadTo && { DATABASE_URL: roadTo(database) };
  const clearAway = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const patience = road === undefined ? ON_A_BUSY_MACHINE : undefined;
    const first = await open({
      database,
      dataDir,
      clock: { offsetMs: 0 },
      env: { ...env, ...road },
      patience,
    });
    return { ...first, close: () => first.stop().then(clearAway) };
  } catch (error) {
    // Some tests are about a Sello that fails to open.
    await clearAway();
    throw error;
  }
}

async function open(shared: Shared): Promise<TestSello> {
  const { database, dataDir, clock, env, patience } = shared;
  const config = readConfig({
    PORT: '3000',
    SELLO_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SELLO_DATABASE_CONNECTIONS: '8',
    ...env,
  });
  const now = () => new Date(Date.now() + clock.offsetMs);
  const logLines: string[] = [];
  const sello = await openSello(config, {
    now,
    randomBytes,
    logger: makeLogger((line) => logLines.push(line), now),
    ...(patience !== undefined && { patience }),
  });
  // Passwords get a cheap hash: a real one costs as much as ten calls, and these accounts are never attacked. Tests of
  // the program itself hash at full cost.
  Object.assign(sello.ports.passwords, makePasswordHasher(randomBytes, { memoryKib: 8, passes: 1 }));
  const world: Sello & { config: Config } = { ...sello, config };
  const { app, assertAnswersFit } = await watchAnswers(() => buildServer(world, sharedSchemas()));
  const checkAnswer = makeOpenapiCheck(() => app.swagger() as unknown as OpenapiDocument);
  const siblings: TestSello[] = [];
  const stop = async () => {
    for (const sibling of siblings) await sibling.close();
    await app.close();
    await sello.close();
    assertAnswersFit();
  };

  const newKey = async (account: Account, key: Partial<NewKey> = {}) => {
    const wanted: NewKey = {
      name: 'test',
      mode: 'live',
      scopes: key.mode === 'test' ? SCOPES.filter((scope) => !LIVE_ONLY.has(scope)) : SCOPES,
      ratePerMinute: 100_000,
      monthlyQuota: 10_000_000,
      ...key,
    };
    const made = await createKey(sello.ports, config, account, wanted, OPERATOR);
    return { key: made.secret, apiKey: made.key };
  };

  const call: TestSello['call'] = async (method, url, { key, headers, payload, from } = {}) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      ...(payload !== undefined && { payload }),
      ...(from !== undefined && { remoteAddress: from }),
    });
    checkAnswer(method, url, {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
    });
    assertAnswersFit();
    return toAnswer(response);
  };

  return {
    app,
    world,
    ports: sello.ports,
    config,
    identity: sello.identity,
    database,
    dataDir,
    logLines,
    call,
    newKey,
    advance: (ms) => {
      clock.offsetMs += ms;
    },
    async certify(key, content = 'hello', fields = {}, fileName = undefined) {
      const answer = await call('POST', `${API}/certificates`, {
        key,
        ...fileForm(content, fields, fileName),
      });
      if (answer.status !== 201) throw new Error(`not certified: ${answer.status} ${answer.text}`);
      return answer.body.certificate;
    },
    async newAccount({ certificates = 1_000, key = {} } = {}) {
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const { account, person } = await createAccount(
        sello.ports,
        { email, name: 'Test', certificates },
        undefined,
        'operator',
      );
      return { account, email: person.email, ...(await newKey(account, key)) };
    },
    sequence: async () => sequenceLog(sello.ports, sello.identity, await turnByHand(database)),
    async anchorWith(driver, rules) {
      const anchors = sello.ports.anchors.heldBy(await turnByHand(database));
      const usual = { intervalMs: 0, bumpAfterMs: BUMP_AFTER_MS };
      await anchorCheckpoints({ ...sello.ports, anchors }, driver, { ...usual, ...rules });
    },
    async certificatesLeft({ id }) {
      return (await sello.ports.accounts.find(id))?.certificatesLeft ?? Number.NaN;
    },
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    async another(more = {}) {
      const sibling = await open({ ...shared, env: { ...env, ...more } });
      siblings.push(sibling);
      return sibling;
    },
    stop,
    close: stop,
  };
}

function toAnswer(response: LightMyRequestResponse): TestAnswer {
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson && response.body !== '' ? JSON.parse(response.body) : undefined,
    text: response.body,
    bytes: response.rawPayload,
  };
}
