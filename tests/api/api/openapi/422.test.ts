import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test.for(['', 'xml', 'JSON', 'yml', 'json&format=yaml'])('format=%s', async (format, { sello }) => {
  const answer = await sello.call('GET', `${API}/openapi?format=${format}`);
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain('`format`');
});
