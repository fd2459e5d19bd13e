/** One more server on the world of a test, whose clock stands still until the test moves it. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { openEmbeddedAuthority } from '../../server/src/adapters/tsa-embedded.ts';
import { buildServer } from '../../server/src/http/server.ts';
import type { TestSello } from './test-sello.ts';

export type FrozenAnswer = {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
};

export type FrozenSello = {
  /** The time by this server's clock, in milliseconds. */
  now: number;
  get(url: string, key?: string): Promise<FrozenAnswer>;
  close(): Promise<void>;
};

export async function openFrozen(sello: TestSello, startAt: Date): Promise<FrozenSello> {
  const clock = { now: startAt.getTime() };
  const now = () => new Date(clock.now);
  const { tsaKey } = sello.config;
  const authority = await openEmbeddedAuthority(path.join(sello.dataDir, 'tsa'), tsaKey, now, randomBytes);
  const app = await buildServer({ ports: { ...sello.ports, now }, config: sello.config, authority });
  return Object.assign(clock, {
    async get(url: string, key?: string) {
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const answer = await app.inject({ method: 'GET', url, headers });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : undefined };
    },
    close: () => app.close(),
  });
}
