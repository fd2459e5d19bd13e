import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HookedSello, hooked, openHookedSello, verify } from '../../harness/hooks.ts';
import { openReceiver, type Receiver } from '../../harness/receiver.ts';
import { openSmtpServer, type SmtpServer } from '../../harness/smtp-server.ts';
import { API } from '../../harness/test-sello.ts';

let sello: HookedSello;
let receiver: Receiver;
let smtp: SmtpServer;
let key: string;

beforeAll(async () => {
  smtp = await openSmtpServer();
  sello = await openHookedSello({ SELLO_SMTP_URL: smtp.url, SELLO_MAIL_FROM: 'Sello <sello@example.com>' });
});
afterAll(async () => {
  await sello.close();
  await smtp.close();
});
beforeEach(async () => {
  receiver = await openReceiver();
  ({ key } = await sello.newAccount());
});
afterEach(() => receiver.close());

const deliveries = async (id: string, query = '') =>
  (await sello.call('GET', `${API}/webhooks/${id}/deliveries${query}`, { key })).body.deliveries;
const titles = () => receiver.received.map(({ body }) => body.data.title);
const certify = (title: string) => sello.certify(key, title, { title });
/** Longer than a pause, jitter included. */
const pass = async (seconds: number) => {
  sello.advance(seconds * 1_100 + 1);
  await sello.deliver();
};

test('P39 a failed delivery is repeated with the same id and body, and later events follow in order', async () => {
  const { id, secret } = await sello.hook(key, receiver.url, ['certificate.created']);
  receiver.answerWith(500, 'out of order');
  for (const title of ['a', 'b', 'c']) await certify(title);
  await sello.deliver();
  expect(titles()).toEqual(['a']);
  expect(await deliveries(id)).toMatchObject([
    {
      status: 'waiting',
      attempts: 1,
      answer_status: 500,
      answer: 'out of order',
      error: 'answered with HTTP status 500',
    },
  ]);
  receiver.answerWith(204);
  await pass(5);
  expect(titles()).toEqual(['a', 'a', 'b', 'c']);
  const [first, second] = receiver.received;
  expect(second?.text).toBe(first?.text);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  for (const one of receiver.received.slice(1)) {
    expect(Number(one.headers['webhook-timestamp'])).toBeGreaterThan(0);
    expect(() => verify(secret, one)).not.toThrow('No matching signature');
  }
  expect(await deliveries(id, '?status=waiting')).toEqual([]);
});

test('P39 a refused event does not delay the others, and is repeated separately', async () => {
  const { id } = await sello.hook(key, receiver.url, ['certificate.created']);
  receiver.answer(({ body }, response) => response.writeHead(body.data.title === 'poison' ? 422 : 200).end());
  for (const title of ['a', 'poison', 'b', 'c']) await certify(title);
  await sello.deliver();
  expect(titles()).toEqual(['a', 'poison']);
  await pass(5);
  expect(titles().filter((title) => title !== 'poison')).toEqual(['a', 'b', 'c']);
  await certify('d');
  await sello.deliver();
  expect(titles().at(-1)).toBe('d');
  for (const seconds of [300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]) await pass(seconds);
  expect(titles().filter((title) => title === 'poison')).toHaveLength(10);
  const [poison] = (await deliveries(id)).filter(({ status }: { status: string }) => status === 'failed');
  expect(poison).toMatchObject({ attempts: 10, next_try_at: null, answer_status: 422 });
  await pass(200_000);
  expect(titles().filter((title) => title === 'poison')).toHaveLength(10);
});

test('P39 an outage causes no flood of requests, and after it all missed events come in order', async () => {
  await sello.hook(key, receiver.url, ['certificate.created']);
  receiver.answerWith(503);
  const made = Array.from({ length: 40 }, (_, i) => `n${i}`);
  for (const title of made) await certify(title);
  await sello.deliver();
  await pass(5);
  await pass(300);
  await pass(1_800);
  expect(receiver.received.length).toBeLessThan(20);
  receiver.answerWith(200);
  const before = receiver.received.length;
  await pass(7_200);
  await pass(31);
  const after = titles().slice(before);
  expect([...new Set(after)].sort()).toEqual([...made].sort());
  const fresh = after.filter((title: string) => made.indexOf(title) > 10);
  expect(fresh).toEqual(made.slice(11));
});

test('after five days of failures the webhook is disabled, other webhooks get an event, and its owner a mail', async () => {
  const { account } = await sello.newAccount();
  ({ key } = await sello.newKey(account));
  await sello.database.query('update accounts set email_proven_at = now() where id = $1', [account.id]);
  const other = await openReceiver();
  await sello.hook(key, other.url, ['webhook.disabled']);
  const { id } = await sello.hook(key, receiver.url, ['certificate.created']);
  receiver.answerWith(500);
  await certify('a');
  await sello.deliver();
  for (let day = 0; day < 6; day += 1) await pass(86_400);
  const { body } = await sello.call('GET', `${API}/webhooks/${id}`, { key });
  expect(body.webhook).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
  expect(other.received.map(({ body: event }) => [event.type, event.data.id])).toEqual([
    ['webhook.disabled', id],
  ]);
  expect(other.received[0]?.text).not.toContain('whsec_');
  await sello.ports.aside.settled();
  expect(smtp.mails.at(-1)?.text).toContain(id);
  const calls = receiver.received.length;
  await certify('b');
  await pass(86_400);
  expect(receiver.received).toHaveLength(calls);
  // Once enabled again, it continues where it stopped.
  receiver.answerWith(200);
  await sello.call('PATCH', `${API}/webhooks/${id}`, { key, payload: { status: 'enabled' } });
  await sello.deliver();
  expect(titles().at(-1)).toBe('b');
  await other.close();
});

test('410 disables at once', async () => {
  const { id } = await sello.hook(key, receiver.url);
  receiver.answerWith(410);
  await certify('a');
  await sello.deliver();
  const { body } = await sello.call('GET', `${API}/webhooks/${id}`, { key });
  expect(body.webhook).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  const [delivery] = await deliveries(id);
  const refused = await sello.call('POST', `${API}/deliveries/${delivery.id}/retry`, { key, payload: {} });
  expect([refused.status, refused.body.error]).toEqual([409, 'webhook_disabled']);
});

test('P39 if a process dies between sending and recording, another sends the event again with the same id', async () => {
  const { id } = await sello.hook(key, receiver.url, ['certificate.created']);
  await certify('a');
  const second = hooked(await sello.another());
  // The first process claims and sends, and is killed before it records the delivery: the claim names a dead process.
  await sello.database.query(
    'update webhook_cursors set claimed_by = 12345, due_at = null where webhook_id = $1',
    [id],
  );
  await second.deliver();
  expect(titles()).toEqual(['a']);
  // Sent but not recorded: the cursor has not moved.
  await sello.database.query(
    'update webhook_cursors set created_through = 0, claimed_by = 12345 where webhook_id = $1',
    [id],
  );
  sello.advance(6_000);
  await second.deliver();
  expect(titles()).toEqual(['a', 'a']);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('P39 two processes serve an endpoint one at a time: events come once and in order', async () => {
  await sello.hook(key, receiver.url, ['certificate.created']);
  const second = hooked(await sello.another());
  const made = Array.from({ length: 60 }, (_, i) => `m${i}`);
  for (const title of made) {
    await certify(title);
    if (title.endsWith('5')) await Promise.all([sello.round(), second.round()]);
  }
  await Promise.all([sello.deliver(), second.deliver()]);
  await sello.deliver();
  expect(titles()).toEqual(made);
});

test('P39 a slow receiver does not slow down others', async () => {
  const slow = await openReceiver();
  const waiting: (() => void)[] = [];
  slow.answer((_request, response) => void waiting.push(() => response.end('late')));
  await sello.hook(key, slow.url, ['certificate.created']);
  await sello.hook(key, receiver.url, ['certificate.created']);
  for (const title of ['a', 'b', 'c']) await certify(title);
  await sello.round();
  for (let i = 0; titles().length < 3 && i < 400; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await sello.round();
  }
  expect(titles()).toEqual(['a', 'b', 'c']);
  expect(slow.received).toHaveLength(1);
  slow.answerWith(200);
  for (const answer of waiting) answer();
  await sello.settled();
  await sello.deliver();
  expect(slow.received).toHaveLength(3);
  await slow.close();
});
