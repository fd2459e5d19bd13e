/** Time-based one-time codes (RFC 6238, RFC 4226): SHA-1, six digits, 30 seconds, which every app supports. */

import { createHmac, timingSafeEqual } from 'node:crypto';

export const TOTP_STEP_SECONDS = 30;
/** The size of SHA-1's output, as RFC 4226 §4 recommends. */
export const TOTP_SECRET_BYTES = 20;

/** Phone clocks drift, so the previous and next step are accepted too (RFC 6238 §5.2). */
const STEPS_AROUND = [0, -1, 1];

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / TOTP_STEP_SECONDS);
}

export function codeAt(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  // Dynamic truncation (RFC 4226 §5.3): the last four bits are the offset of the 31 bits.
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step around `now` that this code belongs to, or undefined. */
export function findStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const given = Buffer.from(code);
  return STEPS_AROUND.map((around) => stepAt(now) + around).find((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), given),
  );
}

/** The URL that authenticator apps read from a QR code. */
export function otpauthUrl(issuer: string, accountName: string, secret: Uint8Array): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(accountName)}`;
  const params = new URLSearchParams({
    secret: toBase32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: String(TOTP_STEP_SECONDS),
  });
  return `otpauth://totp/${label}?${params}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648 §6) without padding, for people who cannot scan the QR code and type the secret. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text;
}
