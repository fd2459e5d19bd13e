import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../../server/src/kernel/errors.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test('a process that cannot certify is not ready, but still alive', async () => {
  const { ready } = sello.ports;
  sello.ports.ready = async () => {
    throw new AppError('storage_unavailable', { en: 'Away.', es: 'Fuera.' }, { retryAfterSeconds: 2 });
  };
  const answer = await sello.call('GET', '/readyz');
  expectRefusal(answer, 503, 'storage_unavailable');
  expect(answer.headers['retry-after']).toBe('2');
  expect((await sello.call('GET', '/healthz')).status).toBe(200);
  sello.ports.ready = ready;
  expect((await sello.call('GET', '/readyz')).status).toBe(200);
});
