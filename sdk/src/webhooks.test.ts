import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = 1_790_000_000_000;
const options = { now: () => NOW };
const body = JSON.stringify({
  type: 'certificate.certified',
  timestamp: '2026-11-15T00:00:00.000Z',
  data: { title: 'Ñandú 🦤' },
});

/** Signed by the reference implementation. */
function headersBy(secret: string, text = body, at = NOW) {
  const date = new Date(at);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', date, text),
  };
}

describe('a message signed by the reference implementation is accepted', () => {
  test.for([
    ['as text', body],
    ['as bytes', new TextEncoder().encode(body)],
  ] as const)('%s', async ([, content]) => {
    expect(await verifyWebhook(headersBy(SECRET), content, SECRET, options)).toEqual(JSON.parse(body));
  });

  test('whatever kind the headers are of, in any case', async () => {
    const headers = headersBy(SECRET);
    await verifyWebhook(new Headers(headers), body, SECRET, options);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    await verifyWebhook(upper, body, SECRET, options);
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    await verifyWebhook(lists, body, SECRET, options);
  });

  test('by one of several signatures, or by one of two secrets', async () => {
    const headers = headersBy(SECRET);
    const signature = `v1a,AAAA ${headersBy(OTHER)['webhook-signature']} ${headers['webhook-signature']}`;
    await verifyWebhook({ ...headers, 'webhook-signature': signature }, body, SECRET, options);
    await verifyWebhook(headers, body, [OTHER, SECRET], options);
    await verifyWebhook(headers, body, SECRET.slice('whsec_'.length), options);
  });
});

test('the reference implementation accepts what we accept: the signature is the HMAC of id, time and body', () => {
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key)
    .update(`evt_1.${NOW / 1000}.${body}`)
    .digest('base64');
  expect(headersBy(SECRET)['webhook-signature']).toBe(`v1,${signed}`);
});

describe('a message is refused', () => {
  const good = headersBy(SECRET);
  test.for([
    ['another secret', good, body, OTHER],
    ['another body', good, `${body} `, SECRET],
    ['another id', { ...good, 'webhook-id': 'evt_2' }, body, SECRET],
    ['another time', { ...good, 'webhook-timestamp': String(NOW / 1000 - 1) }, body, SECRET],
    ['an old time', headersBy(SECRET, body, NOW - 301_000), body, SECRET],
    ['a time to come', headersBy(SECRET, body, NOW + 301_000), body, SECRET],
    ['no time', { ...good, 'webhook-timestamp': 'soon' }, body, SECRET],
    ['no signature', { ...good, 'webhook-signature': '' }, body, SECRET],
    ['a signature that is no base64', { ...good, 'webhook-signature': 'v1,*' }, body, SECRET],
    [
      'half a signature',
      { ...good, 'webhook-signature': good['webhook-signature'].slice(0, 27) },
      body,
      SECRET,
    ],
    [
      'only another kind of signature',
      { ...good, 'webhook-signature': `v2${good['webhook-signature'].slice(2)}` },
      body,
      SECRET,
    ],
    ['something signed that is no event', headersBy(SECRET, '[]'), '[]', SECRET],
    ['something signed that is no JSON', headersBy(SECRET, '{'), '{', SECRET],
  ] as const)('for %s', async ([, headers, content, secret]) => {
    await expect(verifyWebhook(headers, content, secret, options)).rejects.toBeInstanceOf(
      WebhookVerificationError,
    );
  });

  test('with a plain error if our own secret is unusable', async () => {
    await expect(verifyWebhook(good, body, 'whsec_*', options)).rejects.toBeInstanceOf(TypeError);
  });
});
