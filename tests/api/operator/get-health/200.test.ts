import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('the first page shows the state of the service', async ({ sello }) => {
  const operator = await newOperator(sello);
  const { key } = await sello.newAccount();
  await sello.certify(key);
  await sello.sequence();
  await operator.operate('GET', '/accounts/acct_x');
  const { status, body } = await operator.operate('GET', '/health');
  expect(status).toBe(200);
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(body.pending_migrations).toEqual([]);
  expect(body.hours).toHaveLength(24);
  expect(body.hours.at(-1).certificates).toBeGreaterThan(0);
  expect(body.hours.at(-1).client_errors).toBeGreaterThan(0);
  expect(body.queues.map(({ name }: { name: string }) => name)).toEqual([
    'log',
    'batches',
    'documents',
    'webhooks',
    'requests',
  ]);
  expect(body.log.size).toBeGreaterThan(0);
  expect(body.disk.free_bytes).toBeGreaterThan(0);
  expect(body.last_backup).toBeNull();
  expect(body.attention.join('\n')).toContain('No backup is known');
});

test('a certificate is counted once, in the hour in which it is made', async ({ sello }) => {
  const operator = await newOperator(sello);
  const { key } = await sello.newAccount();
  const made = async () => {
    const { body } = await operator.operate('GET', '/health');
    return body.hours.reduce((sum: number, hour: { certificates: number }) => sum + hour.certificates, 0);
  };
  const before = await made();
  await sello.certify(key, 'waits for the log');
  expect(await made()).toBe(before + 1);
  await sello.sequence();
  expect(await made()).toBe(before + 1);
});
