/** A person's authenticator app. */

import { expect } from 'vitest';
import { codeAt, stepAt } from '../../server/src/people/second-factor/totp.ts';
import type { Person } from './dashboard-person.ts';
import type { TestSello } from './test-sello.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes a secret, as the app does. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

type Authenticator = {
  secret: string;
  recoveryCodes: string[];
  /** The current code, or the code that is valid `steps` half minutes from now. */
  code(steps?: number): string;
};

/**
 * Turns the second factor on, and waits until the time step of the confirming code is over. `before`: a code from the
 * authenticator that is replaced.
 */
export async function turnOn(
  sello: TestSello,
  person: Person,
  before?: { code: string },
): Promise<Authenticator> {
  const asked = { password: person.password, ...before };
  const { secret } = (await person.call('POST', '/second-factor', asked)).body;
  const code = (steps = 0) => codeAt(fromBase32(secret), stepAt(sello.ports.now()) + steps);
  const { status, body } = await person.call('POST', '/second-factor/confirm', { code: code() });
  expect(status).toBe(200);
  sello.advance(60_000);
  return { secret, recoveryCodes: body.recovery_codes, code };
}
