/** Batches and exports in the dashboard: for people who are logged in, in both modes, with the audit log. */

import { expect, test } from 'vitest';
import { makeAll, someItems } from '../../harness/batch-items.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(() => openTestSello({ SELLO_FREE_CERTIFICATES: '5' }));
const person = forFile(() => signUp(sello));

test('a batch of a person has no key, uses the allowance, and is in the audit log and the usage', async () => {
  const { status, body } = await person.call('POST', '/batches', { items: someItems(3) });
  expect([status, body.batch.total, body.batch.status]).toEqual([202, 3, 'queued']);
  await makeAll(sello);
  const { id } = body.batch;
  const done = (await person.call('GET', `/batches/${id}`)).body.batch;
  expect(done).toMatchObject({ status: 'completed', made: 3, failed: 0 });
  const { items } = (await person.call('GET', `/batches/${id}/items?status=made`)).body;
  expect(items.map((item: { file_name: string }) => item.file_name)).toEqual(['item 0', 'item 1', 'item 2']);
  const [entry] = (await person.call('GET', '/audit')).body.events;
  expect(entry).toMatchObject({ action: 'batch.create', target: id, actor: { type: 'person' } });
  expect(entry.details).toEqual({ items: 3, mode: 'live', role: 'owner' });
  const { allowance } = (await person.call('GET', '/me')).body;
  expect(allowance.certificates_left).toBe(2);
});

test('a batch beyond the allowance is refused as a whole; test mode uses nothing', async () => {
  const refused = await person.call('POST', '/batches', { items: someItems(3, 'more') });
  expect([refused.status, refused.body.error]).toEqual([402, 'allowance_exhausted']);
  const free = await person.call('POST', '/batches?mode=test', { items: someItems(10, 'free') });
  expect([free.status, free.body.batch.livemode]).toEqual([202, false]);
  expect((await person.call('GET', `/batches/${free.body.batch.id}`)).status).toBe(404);
  expect((await person.call('GET', '/batches?mode=test')).body.batches).toHaveLength(1);
});

test('another account sees nothing of the batch', async () => {
  const { id } = (await person.call('GET', '/batches')).body.batches[0];
  const other = await signUp(sello);
  expect((await other.call('GET', `/batches/${id}`)).status).toBe(404);
  expect((await other.call('GET', `/batches/${id}/items`)).status).toBe(404);
  expect((await other.call('POST', `/batches/${id}/retry`)).status).toBe(404);
  expect((await other.call('GET', '/batches')).body.batches).toEqual([]);
  expect((await other.call('GET', '/certificates/export?format=ndjson')).text).toBe('');
});

test('what is certified already is looked up before a batch, in the own account and mode alone', async () => {
  const [known, unknown] = [someItems(1)[0]?.sha256, 'ab'.repeat(32)];
  const hashes = [unknown, known];
  const { results } = (await person.call('POST', '/verify', { hashes })).body;
  expect(results.map(({ certified }: { certified: boolean }) => certified)).toEqual([false, true]);
  expect(results[1].certificates[0]).toMatchObject({ title: 'item 0', livemode: true });
  const strangers = [await person.call('POST', '/verify?mode=test', { hashes })];
  strangers.push(await (await signUp(sello)).call('POST', '/verify', { hashes }));
  for (const { body } of strangers)
    expect(body.results.map((result: { certificates: unknown[] }) => result.certificates)).toEqual([[], []]);
});

test('the refusal of a bad item names the item, and the mode must be one of two', async () => {
  const bad = await person.call('POST', '/batches', {
    items: [...someItems(1), { sha256: 'x', file_name: 'x' }],
  });
  expect([bad.status, bad.body.message]).toEqual([422, expect.stringContaining('items[1]')]);
  expect((await person.call('GET', '/batches?mode=both')).status).toBe(422);
  expect((await person.call('GET', '/batches?after=x')).status).toBe(422);
});

test('the export contains what the list shows, separately for each mode', async () => {
  const lines = async (query: string) =>
    (await person.call('GET', `/certificates/export?format=ndjson${query}`)).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).file.name);
  expect(await lines('&order=asc')).toEqual(['item 0', 'item 1', 'item 2']);
  expect(await lines('&q=item%201')).toEqual(['item 1']);
  await makeAll(sello);
  expect(await lines('&mode=test')).toHaveLength(10);
  const csv = await person.call('GET', '/certificates/export');
  expect(csv.headers['content-disposition']).toContain('certificates.csv');
  expect((await person.call('GET', '/certificates/export?format=xls')).status).toBe(422);
});

test('sixty batches in a minute are enough for a session', async () => {
  const hasty = await signUp(sello);
  const statuses: number[] = [];
  for (let i = 0; i < 61; i += 1)
    statuses.push((await hasty.call('POST', '/batches?mode=test', { items: someItems(1) })).status);
  expect(statuses.slice(0, 60).every((status) => status === 202)).toBe(true);
  expect(statuses[60]).toBe(429);
});
