/**
 * Something that all tests of a file share and that helpers in the same file use too: opened before the first test,
 * closed after the last. If only the tests use it, take the fixtures of `world.ts`.
 */

import { afterAll, beforeAll } from 'vitest';

/** Empty until the tests begin. The last one opened is closed first. */
export function forFile<T extends object>(open: () => Promise<T>): T {
  const shared = {} as T & { close?: () => Promise<unknown> };
  beforeAll(async () => {
    // Getters are copied as getters, so that counters stay current.
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(await open()));
  });
  afterAll(async () => {
    await shared.close?.();
  });
  return shared;
}
