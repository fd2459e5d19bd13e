/**
 * Something that all tests of a file share and that helpers in the same file use too: opened before the first test,
 * closed after the last. If only the tests use it, take the fixtures of `world.ts`.
 */

import { afterAll, beforeAll } from 'vitest';

/** The result is empty until the tests begin. What was opened last is closed first. */
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
