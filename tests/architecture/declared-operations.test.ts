/** Every door serves only declared operations. Routes registered by hand are pages, files, tiles and checkpoints. */

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
import { codeOf, SERVER, sourceFiles } from './source-files.ts';

/** The door for keys needs random bytes as soon as it is made, for its limit on unknown keys. */
const KEY_PORTS = { randomBytes: (size: number) => new Uint8Array(size) } as PublicApiPorts;

const SETTINGS = { ...readConfig({}), identity: {} as LogIdentity };

/** The five parts of the API, each with its doors and the fewest operations that it has. */
const PARTS = [
  { name: 'keys', least: 100, open: (app: App) => publicApi(app as never, KEY_PORTS, SETTINGS) },
  { name: 'people', least: 150, open: (app: App) => dashboardRoutes(app, {} as DashboardPorts, SETTINGS) },
  { name: 'members', least: 15, open: (app: App) => ownPageApi(app, {} as OwnPagePorts, SETTINGS) },
  { name: 'organisers', least: 14, open: (app: App) => deskApi(app, {} as DeskPorts, SETTINGS) },
  { name: 'operators', least: 15, open: (app: App) => operatorRoutes(app, {} as OperatorPorts, SETTINGS) },
] as const;

test.for(PARTS)(
  'P21 every operation for $name is declared, and no undeclared one can be added',
  async ({ open, least }) => {
    const app = Fastify({ exposeHeadRoutes: false }) as unknown as App;
    const scopes: unknown[] = [];
    app.addHook('onRoute', ({ config }: RouteOptions) => void scopes.push(config?.scope));
    open(app);
    expect(scopes.length).toBeGreaterThan(least);
    expect(scopes).not.toContain(undefined);
    expect(() => app.get('/forgotten', async () => 'open to all')).toThrow(
      'GET /forgotten is not declared as an operation',
    );
    await app.close();
  },
);

const BY_HAND =
  /\b(?:app|api|part)\s*\.(?:get|head|post|put|patch|delete|all|route)\(\s*(?:(['"`])([^'"`]*)\1)?/g;

test('only pages, files, tiles and checkpoints are registered by hand, and none of them below /api', () => {
  const byHand = sourceFiles(SERVER).flatMap((file) =>
    [...codeOf(file).matchAll(BY_HAND)].map(([, , address = '']) => ({ file, address })),
  );
  const files = [...new Set(byHand.map(({ file }) => file))];
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !/(?:routes-public(?:-\w+)?|-routes|page)\.ts$/.test(file))).toEqual([
    'server/src/api/health.ts',
    'server/src/operations/serve-operation.ts',
  ]);
  expect(byHand.filter(({ address }) => address.startsWith('/api/'))).toEqual([]);
});
