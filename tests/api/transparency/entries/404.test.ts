import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { queueLeaves } from '../../../harness/log-leaves.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
  await queueLeaves(sello, 300);
  await sello.sequence();
});
afterAll(() => sello.close());

test.for(['000', '001.p/44', 'x001/000', 'anything'])(
  'entries/%s: what hashes to a leaf holds the digest of a file, and is withheld with the reason',
  async (path) => {
    const answer = await sello.call('GET', `/log/tile/entries/${path}`);
    expect(expectRefusal(answer, 404, 'not_found')).toContain('only their owners may show');
    const spanish = await sello.call('GET', `/log/tile/entries/${path}`, {
      headers: { 'accept-language': 'es' },
    });
    expect(expectRefusal(spanish, 404, 'not_found')).toContain('solo sus dueños');
  },
);
