import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { queueEntries } from '../../../harness/log-leaves.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test.beforeAll(async ({ sello }) => {
  await queueEntries(sello, 40);
  await sello.sequence();
});

test('P97 an entry that does not hash to its leaf is never served: caches would keep it for a year', async ({
  sello,
}) => {
  await sello.database.query(
    `update log_entries set entries = overlay(entries placing sha256('x') from 33) where chunk = 0`,
    [],
    'tamper',
  );
  const answer = await sello.call('GET', '/log/tile/entries/000.p/40');
  expectRefusal(answer, 500, 'internal_error');
  expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
  expect((await sello.call('GET', '/log/tile/0/000.p/40')).status).toBe(200);
});
