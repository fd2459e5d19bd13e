import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend('psc', FILE, opened(openFaultyPsc))
  .extend('settings', FILE, ({ psc }) => psc.env)
  .extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 10 }))
  .extend('post', ({ sello, client }) => (content: string, from = sello, language = 'en') => {
    const form = fileForm(content);
    return from.call('POST', `${API}/certificates`, {
      key: client.key,
      payload: form.payload,
      headers: { ...form.headers, 'idempotency-key': 'running', 'accept-language': language },
    });
  });

test('while a request runs, a retry with its key gets 409, other content is refused, and only the first is charged', async ({
  psc,
  sello,
  client,
  post,
}) => {
  const other = await sello.another();
  const before = await takeStock(sello, client);
  const release = psc.hold();
  const first = post('slow');
  await psc.arrived(1);
  const running = await takeStock(sello, client);
  expect(running).toMatchObject({ reservations: 1, idempotencyKeys: 1, certificates: 0 });

  for (const process of [sello, other]) {
    const { status, body, headers } = await post('slow', process);
    expect(status).toBe(409);
    expect(body).toEqual({
      error: 'idempotency_in_progress',
      message: expect.stringContaining('still running'),
    });
    expect(headers['retry-after']).toBe('1');
  }
  expect((await post('slow', sello, 'es')).body.message).toContain('sigue en curso');
  const different = await post('something else', other);
  expect([different.status, different.body.error]).toEqual([422, 'idempotency_key_reused']);
  const fourCalls = [1, 2, 3, 4].reduce(afterOneCall, running);
  expect(await takeStock(sello, client)).toEqual(fourCalls);

  release();
  const { status, text } = await first;
  expect(status).toBe(201);
  const replay = await post('slow', other);
  expect(replay.headers['idempotent-replayed']).toBe('true');
  expect(replay.text).toBe(text);
  expect(psc.calls).toBe(1);
  expect(await sello.certificatesLeft(client.account)).toBe(before.certificatesLeft - 1);
});
