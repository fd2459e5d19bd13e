import { expect, test } from 'vitest';
import type { ErrorCode } from '../kernel/errors.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { isOutage, STATUS, toAnswer, toAppError } from './errors.ts';

test("a caller whose request meets an operator's error gets a generic 500, and the log gets all of it", () => {
  const error = new OperatorError({ en: 'The key is gone. Put it back.', es: 'Falta la llave. Devuélvala.' });
  const shown = toAppError(error);
  expect(shown.cause).toBe(error);
  const { status, body } = toAnswer(shown, 'en');
  expect([status, body.error]).toEqual([500, 'internal_error']);
  expect(body.message).not.toContain('key is gone');
});

/** When adding a code with a 5xx status, decide here whether a caller can cause it. */
const COSTS_NOTHING: Partial<Record<ErrorCode, boolean>> = {
  internal_error: false,
  psc_error: true,
  psc_timeout: true,
  psc_unavailable: true,
  storage_unavailable: true,
  overloaded: true,
  // No request with an API key calls single sign-on.
  sso_unavailable: false,
};

test('P107 only answers due to an outage are given back to a key’s rate: every 4xx counts, and so does an error of the program', () => {
  const codes = Object.keys(STATUS) as ErrorCode[];
  expect(codes.length).toBeGreaterThan(80);
  for (const code of codes) {
    const decided = STATUS[code] < 500 ? false : COSTS_NOTHING[code];
    expect([code, isOutage(code)]).toEqual([code, decided]);
  }
});
