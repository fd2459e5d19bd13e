/** Checks that every answer that an operation declares has a test, which is found by operation and status. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RouteOptions } from 'fastify';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type DashboardPorts, dashboardRoutes } from '../../server/src/api/dashboard.ts';
import { type DeskPorts, deskApi } from '../../server/src/api/desk.ts';
import { type OperatorPorts, operatorRoutes } from '../../server/src/api/operator.ts';
import { type OwnPagePorts, ownPageApi } from '../../server/src/api/own-page.ts';
import { type PublicApiPorts, publicApi } from '../../server/src/api/public-api.ts';
import type { App } from '../../server/src/http/app.ts';
import { readConfig } from '../../server/src/settings.ts';
import type { LogIdentity } from '../../server/src/transparency/sequence-log.ts';
import { ANSWER_TESTS, type Tested } from './answer-tests.ts';
import { OWN_DOOR_ANSWER_TESTS } from './answer-tests-own-doors.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SETTINGS = { ...readConfig({}), identity: {} as LogIdentity };
const KEY_PORTS = { randomBytes: (size: number) => new Uint8Array(size) } as PublicApiPorts;

const TESTS: Readonly<Record<string, Tested>> = { ...ANSWER_TESTS, ...OWN_DOOR_ANSWER_TESTS };

const DOORS = {
  key: (app: App) => publicApi(app as never, KEY_PORTS, SETTINGS),
  person: (app: App) => dashboardRoutes(app, {} as DashboardPorts, SETTINGS),
  operator: (app: App) => operatorRoutes(app, {} as OperatorPorts, SETTINGS),
  member: (app: App) => ownPageApi(app, {} as OwnPagePorts, SETTINGS),
  organizer: (app: App) => deskApi(app, {} as DeskPorts, SETTINGS),
};

/** The test that sends to every operation of keys the example of its description. */
const EXAMPLES = 'tests/integration/api/examples.test.ts';
/** The test that calls every operation of keys on a record with an unknown id. */
const UNKNOWN_IDS = 'tests/integration/api/unknown-ids.test.ts';

/**
 * Refusals that all operations have, or all that take a body, need a role or can be retried: other tests check these.
 */
const OF_ALL = new Set([
  'uri_too_long',
  'validation_failed',
  'internal_error',
  'storage_unavailable',
  'overloaded',
  'unauthorized',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'insufficient_scope',
  'insufficient_role',
  'account_required',
  'account_suspended',
  'email_unproven',
  'forbidden_origin',
  'proof_required',
  'rate_limit_exceeded',
  'quota_exceeded',
  'bad_request',
  'malformed_json',
  'file_too_large',
  'unsupported_media_type',
  'digest_mismatch',
  'idempotency_in_progress',
  'idempotency_key_reused',
]);

type Schema = { properties?: { error?: { enum?: string[] } } };
type Answer = { name: string; door: string; operationId: string; status: number; codes: string[] };

/** The declared answers of all operations, without the refusals that all of them have. */
async function declared(): Promise<Answer[]> {
  const found: Answer[] = [];
  for (const [door, open] of Object.entries(DOORS)) {
    const app = Fastify({ exposeHeadRoutes: false }) as unknown as App;
    app.addHook('onRoute', ({ url, schema }: RouteOptions) => {
      const { operationId = '', response = {} } = schema as { operationId?: string; response?: object };
      for (const [text, answer] of Object.entries(response as Record<string, Schema>)) {
        const status = Number(text);
        const codes = ownCodes(status, answer, url);
        if (codes !== undefined)
          found.push({ name: `${door} ${operationId}`, door, operationId, status, codes });
      }
    });
    open(app);
    await app.close();
  }
  return found;
}

/** The codes of an error that are specific to the operation; undefined if there are none. A success has no codes. */
function ownCodes(status: number, { properties }: Schema, url: string): string[] | undefined {
  if (status < 300) return [];
  const codes = (properties?.error?.enum ?? []).filter(
    (code) =>
      !OF_ALL.has(code) &&
      (code !== 'not_found' || url.includes(':')) &&
      !(code === 'second_factor_required' && status === 403),
  );
  return codes.length === 0 ? undefined : codes;
}

/** Tests are in the folder with the name of the operation, unless the list names another folder. */
function testsOf({ name, operationId, status }: Answer): string[] {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const folder = TESTS[name]?.folder ?? `*/${words}`;
  return globSync(`tests/api/${folder}/${status}*.test.ts`, { cwd: ROOT });
}

/** Whether a test that goes through all operations covers this answer. */
function isOfAll({ name, door, status, codes, operationId }: Answer, all: readonly Answer[]): boolean {
  if (door === 'key' && status === 404 && codes.every((code) => code === 'not_found')) return true;
  if (door === 'key' && status < 300)
    return all.filter((other) => other.name === name && other.status < 300).length === 1;
  // The door for keys serves the same declaration.
  const isSame = (other: Answer) =>
    other.door === 'key' && other.operationId === operationId && other.status === status;
  return door === 'person' && TESTS[name] === undefined && all.some(isSame);
}

test('every declared answer is tested: in the folder of its operation, or where the list says', async () => {
  const answers = await declared();
  expect(answers.length).toBeGreaterThan(500);
  expect([EXAMPLES, UNKNOWN_IDS].filter((file) => !existsSync(ROOT + file))).toEqual([]);
  const missing = answers.filter(
    (answer) =>
      !isOfAll(answer, answers) &&
      TESTS[answer.name]?.elsewhere?.[answer.status] === undefined &&
      testsOf(answer).length === 0,
  );
  expect(missing.map(({ name, status, codes }) => `${name} ${status} ${codes}`)).toEqual([]);
});

test('the list names only declared answers, and only existing files that mention them', async () => {
  const answers = await declared();
  const names = new Set(answers.map(({ name }) => name));
  expect(Object.keys(TESTS).filter((name) => !names.has(name))).toEqual([]);
  const idle = Object.entries(TESTS).flatMap(([name, { folder, elsewhere = {} }]) =>
    Object.entries(elsewhere).filter(([status, file]) => {
      const answer = answers.find((one) => one.name === name && String(one.status) === status);
      const isBesides = globSync(`tests/api/${folder}/${status}.test.ts`, { cwd: ROOT }).length > 0;
      if (answer === undefined || !existsSync(ROOT + file)) return true;
      const text = readFileSync(ROOT + file, 'utf8');
      const isTold = [status, ...answer.codes].some((word) => text.includes(word));
      return !isTold || (isBesides && !name.startsWith('key '));
    }),
  );
  expect(idle).toEqual([]);
});
