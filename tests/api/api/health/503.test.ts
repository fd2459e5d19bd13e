import { AppError } from '../../../../server/src/kernel/errors.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('a process that cannot certify is not ready, but still alive', async ({ sello }) => {
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
