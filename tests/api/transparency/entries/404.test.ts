import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { queueEntries, queueOldLeaves } from '../../../harness/log-leaves.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'bundle',
  ({ sello }) =>
    (path: string, language = 'en') =>
      sello.call('GET', `/log/tile/entries/${path}`, { headers: { 'accept-language': language } }),
);

test.beforeAll(async ({ sello }) => {
  // A log that had 300 leaves when it began to publish entries.
  await queueOldLeaves(sello, 300);
  await sello.sequence();
  await queueEntries(sello, 300);
  await sello.sequence();
});

test.for(['000', '001', '000.p/1', '001.p/44', '001.p/45'])(
  'bundle %s contains a leaf from before entries were published, and the refusal says so',
  async (path, { bundle }) => {
    expect(expectRefusal(await bundle(path), 404, 'not_found')).toContain(
      'from before the log published entries',
    );
    expect(expectRefusal(await bundle(path, 'es'), 404, 'not_found')).toContain(
      'anterior a que el registro público publicara sus entradas',
    );
  },
);

test('the first bundle without such an entry is served', async ({ bundle }) => {
  expect((await bundle('002.p/88')).status).toBe(200);
});

test('a bundle that does not exist yet, and any other address, get 404, which must not be cached', async ({
  bundle,
}) => {
  for (const path of [
    ...['002', '002.p/89', '003.p/1', '2', '02', '002.p/0', '002.p/088', '002.p/256', '002.p', '002/'],
    ...['x000/002.p/88', 'x001/000', 'anything', '002.P/88', '%30%30%32.p/88', ''],
  ]) {
    const answer = await bundle(path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers['cache-control'] ?? '', path).not.toContain('immutable');
  }
});
