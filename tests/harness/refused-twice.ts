/** Checks a refusal in both languages: the same code, the field named in both, and different words. */

import { expect } from 'vitest';
import { expectRefusal } from './expect-refusal.ts';
import type { Council } from './memberships.ts';
import type { TestAnswer, TestCall } from './test-sello.ts';

export type Asked = { method: string; path: string; call?: TestCall };

export async function refusedTwice(
  { call }: Council,
  { method, path, call: { headers, ...more } = {} }: Asked,
  expected: { status?: number; error?: string; names: string },
): Promise<{ en: string; es: string }> {
  const { status = 422, error = 'validation_failed', names } = expected;
  const ask = (language: string): Promise<TestAnswer> =>
    call(method, path, undefined, { ...more, headers: { ...headers, 'accept-language': language } });
  const [en, es] = [await ask('en'), await ask('es-MX')];
  const texts = { en: expectRefusal(en, status, error), es: expectRefusal(es, status, error) };
  expect(es.headers['content-language']).toBe('es');
  expect(texts.en).toContain(names);
  expect(texts.es).toContain(names);
  expect(texts.es).not.toBe(texts.en);
  // Messages of the schema validator: English only, and no help to a caller.
  expect(texts.es).not.toMatch(/\bmust\b|\bno es válido \(/);
  return texts;
}
