/** For tests of the parsers of a body: how it arrives, and what it is refused with. */

import { expect } from 'vitest';
import { AppError } from '../../server/src/kernel/errors.ts';

/** A body as the network may deliver it: cut before each of `cuts`. */
export function* cutBody(body: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let start = 0;
  for (const end of [...cuts, body.length]) {
    // Each piece in its own memory: a parser must not rely on neighbouring bytes.
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
