/** Another server on a test's ports, whose clock stands still until the test moves it. */

import { buildServer } from '../../server/src/api/server.ts';
import type { TestSello } from './test-sello.ts';

type FrozenAnswer = {
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

export async function openFrozen({ world }: TestSello, startAt: Date): Promise<FrozenSello> {
  const clock = { now: startAt.getTime() };
  const app = await buildServer({ ...world, ports: { ...world.ports, now: () => new Date(clock.now) } });
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
