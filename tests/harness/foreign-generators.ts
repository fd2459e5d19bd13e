/** Other people's generators of API clients and judges of API descriptions, from a package of their own. */

import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../interop/generators/', import.meta.url));

const requireForeign = createRequire(`${FOLDER}package.json`);

/** The folder for generated code: below the generators' package, so that the code finds what it imports. */
export const MADE = `${FOLDER}made/`;

export const clearMade = () => rm(MADE, { recursive: true, force: true });

/** A foreign module. Their types need a different version of TypeScript. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function foreign(name: string): any {
  return requireForeign(name);
}

/** Imports by file, for a package that cannot be required. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function importForeign(file: string): Promise<any> {
  return import(`${FOLDER}node_modules/${file}`);
}

/** Runs a program of the package; throws with its output if it fails. */
export function runForeign(file: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${FOLDER}node_modules/${file}`, ...args], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: MADE, CI: 'true', NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

export type Judge = { url: string; close(): Promise<void> };

/**
 * Prism between a client and `upstream`: it checks every request and answer against the description, and answers with
 * its own error if one does not fit.
 */
export async function openJudge(document: object, upstream: string): Promise<Judge> {
  const { getHttpOperationsFromSpec } = foreign('@stoplight/prism-http');
  const { createServer } = foreign('@stoplight/prism-http-server');
  const silent = { trace() {}, debug() {}, info() {}, success() {}, warn() {}, error() {}, fatal() {} };
  const logger = { ...silent, child: () => logger };
  const server = createServer(await getHttpOperationsFromSpec(structuredClone(document)), {
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      mock: false,
      errors: true,
      upstreamProxy: undefined,
      mockSeed: undefined,
    },
    components: { logger },
  });
  const url = await server.listen(0, '127.0.0.1');
  return { url, close: () => server.close() };
}
