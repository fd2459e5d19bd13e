import { expect } from 'vitest';

/** Asserts that standard error is one line of full sentences that contains `told`, without internals. */
export function expectPlainWords(error: string, told = ''): void {
  expect(error).toMatch(/^(?:Acts on: [^\n]+\n)?[^\n]+\.\n$/);
  expect(error).toContain(told);
  expect(error).not.toMatch(/Error|\.ts\b|node:|^\s+at /);
}
