/** Signatures of Standard Webhooks: HMAC-SHA-256 over id, time and body. */

import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../kernel/random-pool.ts';

const SECRET_BYTES = 32;

export function newSecret(randomBytes: RandomBytes): Uint8Array {
  return Uint8Array.from(randomBytes(SECRET_BYTES));
}

/** The secret in the form that is shown to the owner once. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** Makes one signature for each secret, because during a rotation a receiver may know either of them. */
export function signedHeaders(
  secrets: readonly Uint8Array[],
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'Sello-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
