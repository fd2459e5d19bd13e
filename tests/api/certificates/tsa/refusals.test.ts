/** Every refusal is a TimeStampResp with a text, under the HTTP status of the API. */

import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { queryFor, replyIn, sendQuery } from '../../../harness/timestamp-query.ts';
import { expect, test } from '../../../harness/world.ts';

const EXTENSION = Buffer.from('300f300d06032a0304040630040c026869', 'hex');

/** A query with an extension: [0] at its end. */
function withExtension(): Buffer {
  const query = queryFor('extended');
  const tagged = Buffer.concat([Buffer.from([0xa0, EXTENSION.length - 2]), EXTENSION.subarray(2)]);
  return Buffer.concat([Buffer.from([0x30, query.length - 2 + tagged.length]), query.subarray(2), tagged]);
}

/** A query whose digest has 64 bytes, but is declared as SHA-224 (04) or SHA-384 (02). */
function withIdentifier(last: string): Buffer {
  const query = queryFor('', { hashAlgorithm: 'SHA-512', digest: new Uint8Array(64) }).toString('hex');
  return Buffer.from(query.replace('608648016503040203', `6086480165030402${last}`), 'hex');
}

const CASES: Record<string, [payload: () => Buffer, status: number, failInfo: string, words: RegExp]> = {
  'what is no query': [() => Buffer.from('hello'), 400, 'badDataFormat', /no time-stamp query/],
  'another digest': [
    () => withIdentifier('04'),
    422,
    'badAlg',
    /SHA-256, SHA-384 and SHA-512 are stamped here/,
  ],
  'a digest of another length': [
    () => withIdentifier('02'),
    422,
    'badDataFormat',
    /no SHA-384: it has another length/,
  ],
  'another policy': [() => queryFor('x', { policy: '1.2.3.4' }), 422, 'unacceptedPolicy', /another policy/],
  'an extension': [withExtension, 422, 'unacceptedExtension', /extensions/],
  'a nonce that is too long': [
    () => queryFor('x', { nonce: 1n << 600n }),
    400,
    'badDataFormat',
    /75 bytes|76 bytes/,
  ],
  'a body that is too long': [() => Buffer.alloc(16 * 1024 + 1), 413, 'badRequest', /too large|larger|most/],
};

test.for(Object.keys(CASES))('%s', async (name, { sello, client }) => {
  const [payload, status, failInfo, words] = CASES[name] ?? [() => Buffer.alloc(0), 0, '', /./];
  const before = await takeStock(sello, client);
  const answer = await sendQuery(sello, `Bearer ${client.key}`, payload());
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/timestamp-reply']);
  expect(replyIn(answer)).toMatchObject({
    status: 2,
    failInfo: [failInfo],
    text: expect.stringMatching(words),
  });
  expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
});

test('another media type is 415, in the language of the caller', async ({ sello, client }) => {
  const headers = { 'content-type': 'application/octet-stream', 'accept-language': 'es' };
  const answer = await sendQuery(sello, `Bearer ${client.key}`, queryFor('x'), headers);
  expect(answer.status).toBe(415);
  expect(replyIn(answer).text).toContain('Envíe una solicitud de sello de tiempo');
});

test('callers without a key are told only that Basic and Bearer are accepted', async ({ sello }) => {
  for (const authorization of [undefined, 'Basic !!', 'Basic eDp5', 'Bearer nonsense']) {
    const answer = await sendQuery(sello, authorization, Buffer.from('hello'));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=".*", Bearer$/);
    expect(replyIn(answer)).toMatchObject({ status: 2, failInfo: ['badRequest'] });
  }
});

test('a key without the scope, and a key whose rate is used up', async ({ sello }) => {
  const { account } = await sello.newAccount();
  const { key: reader } = await sello.newKey(account, { scopes: ['certificates:read'] });
  const refused = await sendQuery(sello, `Bearer ${reader}`, queryFor('x'));
  expect([refused.status, replyIn(refused).text]).toEqual([
    403,
    expect.stringContaining('certificates:write'),
  ]);
  const { key: slow } = await sello.newKey(account, { ratePerMinute: 1 });
  expect((await sendQuery(sello, `Bearer ${slow}`, queryFor('x'))).status).toBe(200);
  const limited = await sendQuery(sello, `Bearer ${slow}`, queryFor('x'));
  expect([limited.status, Number(limited.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
});

test('an account without certificates is refused until more are granted', async ({ sello }) => {
  const { account, key } = await sello.newAccount({ certificates: 0 });
  const ask = () => sendQuery(sello, `Bearer ${key}`, queryFor('one more'));
  expect([(await ask()).status, replyIn(await ask()).failInfo]).toEqual([402, ['badRequest']]);
  await sello.ports.accounts.grant(account.id, 1, sello.ports.now(), OPERATOR);
  expect((await ask()).status).toBe(200);
});
