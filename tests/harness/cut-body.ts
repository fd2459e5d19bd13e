/** For tests of body parsers: delivers a body in pieces, and finds the code of its refusal. */

import { expect } from 'vitest';
import { AppError } from '../../server/src/kernel/errors.ts';

/** A body as the network may deliver it: cut before each of `cuts`. */
export function* cutBody(body: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let start = 0;
  for (const end of [...cuts, body.length]) {
    // Each piece is in its own memory, because a parser must not rely on neighbouring bytes.
    yield Buffer.from(body.subarray(start, end));
    start = end;
  }
}

/** The code with which `action` refuses, in both languages; undefined if it does not. */
export function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.text.en).toMatch(/\S/);
    expect(error.text.es).toMatch(/\S/);
    return error.code;
  }
}
