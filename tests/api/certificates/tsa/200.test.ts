import { createHash } from 'node:crypto';
import { EMBEDDED_POLICY } from '../../../../server/src/timestamps/authority/authority.ts';
import { API } from '../../../harness/test-sello.ts';
import { queryFor, replyIn, sendQuery } from '../../../harness/timestamp-query.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'ask',
  ({ sello, client }) =>
    (payload: Buffer, headers: Record<string, string> = {}) =>
      sendQuery(sello, `Bearer ${client.key}`, payload, headers),
);

test('the token answers the query and becomes a certificate of that hash', async ({ sello, client, ask }) => {
  const answer = await ask(queryFor('signed elsewhere', { nonce: 77n, policy: EMBEDDED_POLICY }));
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/timestamp-reply']);
  expect(replyIn(answer)).toMatchObject({ status: 0, info: { nonce: 77n, policy: EMBEDDED_POLICY } });
  const sha256 = createHash('sha256').update('signed elsewhere').digest('hex');
  const { body } = await sello.call('GET', `${API}/verify/${sha256}`, { key: client.key });
  const [certificate] = body.certificates;
  expect(body.certified).toBe(true);
  expect(certificate).toMatchObject({ status: 'stamped', origin: null, file: { sha256, stored: false } });
  expect(answer.headers.location).toBe(`${sello.config.baseUrl}${API}/certificates/${certificate.id}`);
  const url = `${API}/certificates/${certificate.id}/proof?type=nom151&format=raw`;
  const kept = await sello.call('GET', url, { key: client.key });
  expect(Buffer.compare(kept.bytes, answer.bytes)).toBe(0);
});

test('a query without a nonce gets a token without one, and each query gets a new stamp', async ({ ask }) => {
  const [one, other] = [await ask(queryFor('twice')), await ask(queryFor('twice'))];
  expect(replyIn(one).info?.nonce).toBeUndefined();
  expect(Buffer.compare(one.bytes, other.bytes)).not.toBe(0);
});

test('the key may be sent as the password of HTTP Basic, with any user name', async ({ sello, client }) => {
  for (const user of ['', 'anybody', 'ñandú']) {
    const pair = Buffer.from(`${user}:${client.key}`).toString('base64');
    expect((await sendQuery(sello, `Basic ${pair}`, queryFor(user))).status).toBe(200);
  }
});

test('a retry with its Idempotency-Key gets exactly the same token and costs nothing', async ({ sello }) => {
  const caller = await sello.newAccount({ certificates: 3 });
  const ask = (payload: Buffer) =>
    sendQuery(sello, `Bearer ${caller.key}`, payload, { 'idempotency-key': 'one-stamp' });
  const query = queryFor('once', { nonce: 5n });
  const [first, second] = [await ask(query), await ask(query)];
  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(second.headers.location).toBe(first.headers.location);
  const { body } = await sello.call('GET', `${API}/account`, { key: caller.key });
  expect(body.account.certificates_left).toBe(2);
  const otherNonce = await ask(queryFor('once', { nonce: 6n }));
  expect([otherNonce.status, replyIn(otherNonce).failInfo]).toEqual([422, ['badRequest']]);
});

test('a test key gets a test stamp', async ({ sello }) => {
  const { key } = await sello.newAccount({ certificates: 0, key: { mode: 'test' } });
  const answer = await sendQuery(sello, `Bearer ${key}`, queryFor('a trial'));
  expect(answer.status).toBe(200);
  const id = String(answer.headers.location).split('/').at(-1);
  const { body } = await sello.call('GET', `${API}/certificates/${id}`, { key });
  expect(body.certificate.livemode).toBe(false);
});
