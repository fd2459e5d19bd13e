import { expect } from 'vitest';

/** What an operator reads on standard error: `told` once, in a line of whole sentences, and no trace of the inside. */
export function expectPlainWords(error: string, told = ''): void {
  expect(error).toMatch(/^[^\n]+\.\n$/);
  expect(error).toContain(told);
  expect(error).not.toMatch(/Error|\.ts\b|node:|^\s+at /);
}
