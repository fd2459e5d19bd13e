/** An authenticator app: the codes for a secret that the page shows. */

import { codeAt, stepAt } from '../../server/src/people/second-factor/totp.ts';

export function codeFor(secret: string, at: Date): string {
  return codeAt(fromBase32(secret), stepAt(at));
}

/** A code that is not accepted at this time, shortly before it or shortly after. */
export function wrongCodeFor(secret: string, at: Date): string {
  const accepted = [-2, -1, 0, 1, 2].map((around) => codeAt(fromBase32(secret), stepAt(at) + around));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !accepted.includes(code),
  )!;
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text.replace(/\s/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
