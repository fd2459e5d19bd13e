/** Checks that a message came from the server that shares the secret (Standard Webhooks 1.0). */

import type { WebhookEvents } from './operations.ts';

/** The names of events. A newer server may send more. */
export type WebhookEventType = Exclude<keyof WebhookEvents, 'webhook.test'>;

/** An event, as it is delivered: `switch (event.type)` tells what `event.data` is. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookOptions = {
  /** How far the sender's clock may differ from ours, and how old a message may be; defaults to 300 seconds. */
  toleranceSeconds?: number | undefined;
  now?: (() => number) | undefined;
};

/** The delivered message cannot be trusted. The error's text is for your log, not for the sender. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** `body` must be the exact bytes that were received, not yet parsed as JSON. While a secret is rotated, give both. */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  assertRecent(timestamp, now() / 1000, toleranceSeconds);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSignedByAny([secret].flat(), signatures, signed)))
    throw new WebhookVerificationError('No signature fits the message.');
  return readEvent(new TextDecoder().decode(bytes));
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value.join(' ') : value;
  if (typeof text !== 'string' || text === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  return text;
}

function assertRecent(timestamp: string, nowSeconds: number, tolerance: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('The time of the message is not a number.');
  const age = nowSeconds - Number(timestamp);
  if (age > tolerance) throw new WebhookVerificationError('The message is too old.');
  if (age < -tolerance) throw new WebhookVerificationError('The message is from the future.');
}

/** WebCrypto compares in constant time. Every pair is tried, so that the time does not reveal which one fits. */
async function isSignedByAny(
  secrets: readonly string[],
  signatures: string,
  signed: Uint8Array,
): Promise<boolean> {
  const candidates = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .flatMap((signature) => decodeBase64(signature.slice(3)) ?? []);
  const verdicts = await Promise.all(
    secrets.map(async (secret) => {
      const key = await keyOf(secret);
      return Promise.all(
        candidates.map((signature) => crypto.subtle.verify('HMAC', key, buffer(signature), buffer(signed))),
      );
    }),
  );
  return verdicts.flat().includes(true);
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('The secret of a webhook is `whsec_` and base64; this one cannot be read.');
  return crypto.subtle.importKey('raw', buffer(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}

/** The types of platforms differ for bytes that are not shared between threads. */
function buffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function readEvent(text: string): WebhookEvent {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null || !('type' in json) || !('data' in json))
    throw new WebhookVerificationError('The message is signed, but is no event.');
  const timestamp = 'timestamp' in json ? String(json.timestamp) : '';
  // The server signed this, so `data` is a record of its own.
  return { type: String(json.type), timestamp, data: json.data } as WebhookEvent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
